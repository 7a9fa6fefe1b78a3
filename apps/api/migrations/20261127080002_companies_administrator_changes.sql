-- A request is of one company: what another one asked for the same person bars nobody. What was held as it was asked is compared when it is decided.
drop index administrator_changes_once;
create unique index administrator_changes_once on administrator_changes (company_id, user_id) where outcome is null;
create index administrator_changes_user on administrator_changes (user_id);
alter table administrator_changes add column held text[];
