"""Show saved changes in Discord.

No other package posts and edits messages or sends direct messages.
"""
