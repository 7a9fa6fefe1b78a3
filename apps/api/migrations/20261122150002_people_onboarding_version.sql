-- States change by transitions, which count versions.
alter table identity_verifications add column version integer not null default 1;
alter table card_requests add column version integer not null default 1;
