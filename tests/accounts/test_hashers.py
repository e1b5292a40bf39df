from django.contrib.auth.hashers import Argon2PasswordHasher, check_password

from sumendi_site.accounts.hashers import ModestArgon2


def test_a_password_is_hashed_with_nineteen_mebibytes():
    assert "m=19456,t=2,p=1$" in ModestArgon2().encode("lava", "saltsaltsalt")


def test_a_password_of_djangos_own_cost_is_still_known(settings):
    settings.PASSWORD_HASHERS = ["sumendi_site.accounts.hashers.ModestArgon2"]
    assert check_password("lava", Argon2PasswordHasher().encode("lava", "saltsaltsalt"))
