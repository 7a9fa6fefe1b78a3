-- The start looks for purposes that are gone, without reading the table.
create index receipts_purpose on receipts (purpose);
