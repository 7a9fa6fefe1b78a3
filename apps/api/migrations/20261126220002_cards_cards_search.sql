-- Staff find a card by its last four digits.
create index cards_last4 on cards (last4, created_at desc, id desc) where last4 is not null;
