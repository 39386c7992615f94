"""The outbox shows saved changes in Discord.

It is the only package that posts and edits messages and sends direct messages.
"""
