-- The bank's session id of a payout (NIP): what the receiver's bank is asked by.
alter table payouts add column session_id text;
create index payouts_session on payouts (session_id) where session_id is not null;
