-- States change by transitions, which count versions.
alter table communications add column version integer not null default 1;
