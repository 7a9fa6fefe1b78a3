-- States change by transitions, which count versions.
alter table charges add column version integer not null default 1;
