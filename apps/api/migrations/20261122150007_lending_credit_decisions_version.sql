-- States change by transitions, which count versions.
alter table backtests add column version integer not null default 1;
