"""Swiss tournaments as FIDE runs them: pairing (Dutch, 2026), tie-breaks and report files.

Pure and on its own: the standard library only, no clock, no randomness without a seed.
"""
