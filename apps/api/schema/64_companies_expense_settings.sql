-- What a company pays by itself for what its people spend.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table expense_settings (
  company_id uuid primary key references companies,
  -- For one kilometre in one's own car; null: none is paid.
  mileage_rate_kobo bigint check (mileage_rate_kobo > 0),
  version integer not null default 1,
  created_at timestamptz not null default now()
);

-- Part 2, made anew after each migration.

select pg_temp.rights('expense_settings', $$coalesce(company_id = (select scope_of('company_id')), false)$$);
