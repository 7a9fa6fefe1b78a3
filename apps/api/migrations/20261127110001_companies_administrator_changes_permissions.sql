-- Single permissions that give the powers of an administrator are asked for as roles are: what is granted and withheld, and a digest of what was there.
alter table administrator_changes add column permissions jsonb;
alter table administrator_changes drop constraint administrator_changes_roles_check;
alter table administrator_changes add constraint administrator_changes_roles_check check (cardinality(roles) > 0 or permissions is not null);
