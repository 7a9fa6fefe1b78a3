-- States change by transitions, which count versions.
alter table assignments add column version integer not null default 1;
