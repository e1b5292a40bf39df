"""Search: the house players' strength, proved endings, and the analysis of finished games.

Compiled by numba, whose import costs a second and 100 MB: only tasks of workers and commands import
the modules of this package, inside their functions. The process that answers pages never does.
"""
