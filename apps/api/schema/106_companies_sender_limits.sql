-- What one person of a company may send of its money: in one payment and in a day, as the company's administrators set it.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table sender_limits (
  user_id uuid not null references users,
  company_id uuid not null references companies,
  -- Null: without a limit.
  single_kobo bigint check (single_kobo >= 0),
  daily_kobo bigint check (daily_kobo >= 0),
  primary key (company_id, user_id)
);
create index sender_limits_user on sender_limits (user_id);

-- Part 2, made anew after each migration.

select pg_temp.rights('sender_limits', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
