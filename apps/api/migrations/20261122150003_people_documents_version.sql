-- States change by transitions, which count versions.
alter table statement_analyses add column version integer not null default 1;
alter table statement_pulls add column version integer not null default 1;
