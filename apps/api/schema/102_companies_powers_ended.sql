-- Who took a colleague's power over a company's money or decisions: for some days they do nothing alone that needs a second person.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table powers_ended (
  id uuid primary key,
  company_id uuid not null references companies,
  user_id uuid not null references users,
  ended_by uuid not null references users,
  ended_at timestamptz not null
);
create index powers_ended_by on powers_ended (ended_by, company_id, ended_at desc);
create index powers_ended_company on powers_ended (company_id, ended_at desc);
create index powers_ended_user on powers_ended (user_id);

-- Part 2, made anew after each migration.

select pg_temp.rights('powers_ended', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
