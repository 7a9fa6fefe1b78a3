-- What exceeds the next instalment: the choice of the person who paid; absent where nobody was asked (following instalments).
alter table receipts add column excess text check (excess in ('following', 'smaller', 'fewer'));
alter table charges add column excess text check (excess in ('following', 'smaller', 'fewer'));
