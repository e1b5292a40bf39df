"""The runner: plays the turns of bots whose programs run here, one at a time a worker."""
