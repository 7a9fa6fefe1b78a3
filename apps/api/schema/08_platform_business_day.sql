-- Business date, close of business and its jobs.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- Credit and savings use the business date; sessions, codes and audit use the wall clock.
create table business_calendar (
  only_row boolean primary key default true check (only_row),
  business_date date not null,
  closing_since timestamptz
);

-- Close of business: one row for each day and step, so that an interrupted run resumes where it stopped.
create table business_days (
  business_date date primary key,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);

create table business_day_steps (
  business_date date not null references business_days,
  step text not null,
  done_at timestamptz,
  cursor uuid,
  counts jsonb not null default '{}',
  primary key (business_date, step)
);

create table job_runs (
  id uuid primary key,
  job text not null,
  business_date date,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('success', 'failed')),
  progress jsonb not null default '{}',
  failure text
);
create index job_runs_job on job_runs (job, started_at desc);

-- Part 2, made anew after each migration.

select pg_temp.rights('business_calendar', 'all rows');
select pg_temp.rights('business_days', 'no rows');
select pg_temp.rights('business_day_steps', 'no rows');
select pg_temp.rights('job_runs', 'no rows');
