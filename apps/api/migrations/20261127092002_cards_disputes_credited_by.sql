-- Who credited the holder for now: what one colleague credits in a day is bounded.
alter table card_disputes add column credited_by uuid references users;
create index card_disputes_credited_by on card_disputes (credited_by, credited_at) where credited_by is not null;
