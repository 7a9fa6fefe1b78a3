-- Of what was won, what the shop gave back too: it is the issuer's. And what it gave back of a credit that the holder was let keep: our loss no longer.
alter table card_disputes add column won_twice_kobo bigint not null default 0;
alter table card_disputes add column recovered_kobo bigint not null default 0 check (recovered_kobo >= 0);
alter table card_disputes add constraint card_disputes_won_twice_kobo_check check (won_twice_kobo between 0 and won_kobo);
