"""Swiss tournaments as FIDE runs them: pairing (Dutch, 2026), tie-breaks and report files.

Pure and on its own: the standard library only, no clock, no randomness without a seed. Everything
works on an `event.Event`:

- `pairing.pair_round` pairs the next round, with the reasons of each pair;
- `checker.check` finds the rounds that the rules would have paired otherwise;
- `round_robin.round_robin` makes Berger tables;
- `standings.standings` ranks the players by a list of `tiebreaks`, each value with its sum;
- `trf.read` and `trf.write` turn report files into events and back;
- `generator.generate` makes random events.

`python -m tournaments.swiss --help` tells how to use it on the command line.
"""
