"""/bid, /liar, /bang, /exact, /believe, /doubt and /dice: they work in the channel and in the DM with the bot."""

from bot.inbox.bids import bid, bids_proposed

bid.autocomplete("what")(bids_proposed)
