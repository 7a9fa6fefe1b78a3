-- The start looks for purposes that are gone, without reading the table.
create index payouts_purpose on payouts (purpose);
