from hypothesis import HealthCheck, settings

# A busy machine makes no test fail: time is the benchmark's business.
settings.register_profile("rules", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("rules")
