-- States change by transitions, which count versions.
alter table data_requests add column version integer not null default 1;
