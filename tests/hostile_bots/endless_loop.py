"""Never comes to a decision."""

while True:
    pass
