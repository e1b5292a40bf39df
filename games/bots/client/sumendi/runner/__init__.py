"""Runs a bot: at home against itself, or on a site.

A bot is a Python file with a function

    def choose(position, clock):
        return move

`position` is a `sumendi.Position`, `clock` a `Clock`; the move is a `sumendi.Move` or its text. A
second function, `choose_side(position, clock)`, may answer the first player's volcano with "swap"
(take Black) or "keep". Both run in a process of their own, which lives as long as it behaves: what
the bot keeps in global variables is there at the next move of whatever game.
"""
