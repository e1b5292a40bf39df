"""What the pages of tournaments show, put together and put into words."""
