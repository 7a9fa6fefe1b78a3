-- The search box of the loans looks at the loan alone: a copy of the customer's name, in lower case, kept by triggers. With the name in another table a
-- word was looked for in one customer after another, and its count joined every loan to its customer. The owner's rights, because a person who changes
-- their own name sees only some of the loans under row-level security, and the copy has to follow everywhere.
alter table loans add column customer_name text not null default '';
create function customer_name_of(person uuid) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select lower(name || ' ' || last_name) from users where id = person), '')
$$;
create function copy_customer_name() returns trigger language plpgsql as $$
begin
  new.customer_name := customer_name_of(new.user_id);
  return new;
end $$;
create trigger loans_customer_name before insert or update of user_id on loans for each row execute function copy_customer_name();
create function recopy_customer_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update loans set customer_name = lower(new.name || ' ' || new.last_name) where user_id = new.id;
  return null;
end $$;
create trigger users_customer_name after update of name, last_name on users for each row when ((old.name, old.last_name) is distinct from (new.name, new.last_name)) execute function recopy_customer_name();
-- What is made anew below goes first: the copy then has fewer indexes to keep.
drop index loans_reference_search;
drop index loans_status_days;
drop index loans_status_next_due;
drop index loans_disbursed;
drop index loans_created;
alter table loans disable trigger user;
update loans l set customer_name = lower(u.name || ' ' || u.last_name) from users u where u.id = l.user_id;
alter table loans enable trigger user;
create index loans_search on loans using gin (lower(reference) gin_trgm_ops, customer_name gin_trgm_ops);

-- How common a word is decides whether a page walks along the sort or looks the word up: with the usual hundred samples everything
-- under one in a hundred looks equally rare.
alter table loans alter column customer_name set statistics 500;
alter index loans_search alter column 1 set statistics 500;
alter index users_search alter column 1 set statistics 500;
alter index profiles_employer alter column 1 set statistics 500;

-- Loans that are late, by their next due date: settled ones have none, and stand in front of all others in the index over every loan.
create index loans_late_due on loans (next_due_on, id, status, arrears_bucket, principal_kobo, days_past_due, product_id) where days_past_due > 0;
-- The amount and the other figures that a filter asks for are read from the index that is walked along, not from every loan on the way.
create index loans_status_days on loans (status, days_past_due, id, principal_kobo);
create index loans_status_next_due on loans (status, next_due_on, id, principal_kobo);
create index loans_disbursed_wide on loans (disbursed_on, id, status, arrears_bucket, principal_kobo, days_past_due, product_id, created_at);
create index loans_created_wide on loans (created_at desc, id desc, status, arrears_bucket, principal_kobo, days_past_due, product_id, disbursed_on);
-- Compiling a statement to machine code takes longer than any of ours runs. On a server where the schema's owner does not own the database it stays as
-- its administrator set it.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then null;
end $$;
analyze loans;
analyze users;
analyze profiles;
