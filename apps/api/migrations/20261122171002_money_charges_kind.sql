-- The start looks for purposes that are gone, without reading the table.
create index charges_kind on charges (kind);
