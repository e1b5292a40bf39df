"""``manage.py up``: the whole site from one command, and nothing left when it ends."""
