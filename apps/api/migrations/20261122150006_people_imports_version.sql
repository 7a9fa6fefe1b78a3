-- States change by transitions, which count versions.
alter table imports add column version integer not null default 1;
