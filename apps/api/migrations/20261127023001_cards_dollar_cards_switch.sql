-- Dollar cards are switched on by dated terms of two people now (dollar_terms).
delete from configuration where key = 'card_dollars';
