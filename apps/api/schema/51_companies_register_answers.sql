-- What the register of companies answered.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- One row for each time that it was asked; the last one with the company's present number counts.
create table register_answers (
  id uuid primary key,
  company_id uuid not null references companies,
  rc_number text not null,
  outcome text not null check (outcome in ('active', 'inactive', 'unknown')),
  name text,
  address text,
  registered_on date,
  directors text[] not null default '{}',
  asked_at timestamptz not null default now(),
  check ((outcome = 'unknown') = (name is null))
);
create index register_answers_of on register_answers (company_id, asked_at desc);

-- Part 2, made anew after each migration.

select pg_temp.rights('register_answers', 'no rows');
