-- Who of the provider registered the company; empty where it registered itself. That colleague does not decide about it.
alter table companies add column created_by uuid references users;
create index companies_created on companies (created_at desc, id desc);
create index companies_status on companies (status, created_at, id);
create index companies_name on companies (name, id);
