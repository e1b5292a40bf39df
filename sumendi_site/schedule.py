"""What the workers do in the background: each task's queue, and when the beat calls for it. They
are Django's settings of these names."""

from celery.schedules import crontab

CELERY_TASK_ROUTES = {
    "sumendi_site.notices.tasks.deliver": {"queue": "notices"},
    # Redis serves the lower number first. However many turns wait, it is found out who is alive
    # and what was left behind.
    "games.tasks.play_bot_turn": {"queue": "bots", "priority": 9},
    "games.tasks.report_sandbox": {"queue": "bots"},
    "games.tasks.search_house_turn": {"queue": "house"},
    "games.tasks.sweep_bot_turns": {"queue": "bots"},
    # Behind the turns of house players, whose priority is by how many of an opponent's wait.
    "games.tasks.analyse_games": {"queue": "analysis", "priority": 9},
    "tournaments.tasks.prove_ending": {"queue": "analysis", "priority": 9},
}

CELERY_BEAT_SCHEDULE = {
    name: {"task": task, "schedule": seconds, "options": {"expires": seconds}}
    for name, task, seconds in (
        ("flag-overdue-games", "games.tasks.flag_overdue_games", 5.0),
        ("adjudicate-waiting-games", "games.tasks.adjudicate_waiting_games", 10.0),
        ("expire-offers", "games.tasks.expire_offers", 60.0),
        ("finish-deletions", "sumendi_site.tasks.finish_deletions", 60.0),
        ("keep-sanctions", "games.tasks.keep_sanctions", 60.0),
        ("call-waiting-house-bots", "games.tasks.call_waiting_house_bots", 10.0),
        ("sweep-bot-turns", "games.tasks.sweep_bot_turns", 10.0),
        ("sweep-analyses", "games.tasks.sweep_analyses", 10.0),
        ("report-sandbox", "games.tasks.report_sandbox", 30.0),
        ("follow-results", "ratings.tasks.follow_results", 10.0),
        ("follow-archive", "games.tasks.follow_archive", 60.0),
        ("pair-ladder", "tournaments.tasks.pair_ladder", 15.0),
        ("book-results", "tournaments.tasks.book_results", 10.0),
        ("keep-rounds", "tournaments.tasks.keep_rounds", 30.0),
        ("warn-players", "games.tasks.warn_players", 60.0),
        ("hand-out-due-notices", "sumendi_site.notices.tasks.hand_out_due", 10.0),
        ("worker-heartbeat", "sumendi_site.tasks.worker_heartbeat", 10.0),
    )
} | {
    # By the clock on the wall, so that a beat that is often restarted still runs them.
    name: {"task": task, "schedule": moments}
    for name, task, moments in (
        ("forget-old-live-events", "sumendi_site.live.tasks.forget_old", crontab(minute="17")),
        ("count-statistics", "ratings.tasks.count_statistics", crontab(minute="*/15")),
        # Soon after midnight; then nothing happens until the next day, unless a worker died at it
        # or the site was away.
        ("export-games", "games.tasks.export_games", crontab(minute="*/10")),
        ("prune-guests", "games.tasks.prune_guests", crontab(minute="23")),
        ("look-after-mail", "sumendi_site.notices.tasks.look_after_mail", crontab(minute="29")),
        ("forget-old-notices", "sumendi_site.notices.tasks.forget_old", crontab(minute="35")),
        ("forget-old-turns", "games.tasks.forget_old_turns", crontab(minute="47", hour="4")),
        (
            "forget-old-sessions",
            "sumendi_site.tasks.forget_old_sessions",
            crontab(minute="41", hour="3"),
        ),
    )
}
