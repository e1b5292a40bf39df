"""What pages show of games: plain values for the templates, made of models and rules."""
