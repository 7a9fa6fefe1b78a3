-- States change by transitions, which count versions.
alter table appeals add column version integer not null default 1;
