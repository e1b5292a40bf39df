from django.contrib.auth.hashers import Argon2PasswordHasher


class ModestArgon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB and two passes, the least that OWASP's password storage sheet names.
    Django's own 100 MiB a hash let thirty sign-ins at once take a gigabyte."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
