-- States change by transitions, which count versions.
alter table companies add column version integer not null default 1;
