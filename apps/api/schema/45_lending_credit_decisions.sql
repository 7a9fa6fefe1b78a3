-- Credit decisions and backtests.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What a rule set decided, with the inputs of that moment.
create table credit_decisions (
  id uuid primary key,
  user_id uuid not null references users,
  loan_id uuid references loans,
  rule_set_id uuid not null references rule_sets,
  rule_set_number integer not null,
  occasion text not null check (occasion in ('by_hand', 'instant_approval', 'loan_request', 'update')),
  outcome text not null check (outcome in ('approved', 'referred', 'declined')),
  final_outcome text not null check (final_outcome in ('approved', 'referred', 'declined')),
  score integer not null,
  limit_kobo bigint not null check (limit_kobo >= 0),
  annual_rate_percent numeric(9, 4),
  -- Reasons, inputs and every row that applied: explains the decision without anything else.
  judgement jsonb not null,
  decided_by uuid references users,
  decided_at timestamptz not null default now(),
  overruled_by uuid references users,
  overruled_at timestamptz,
  overrule_reason text
);
create index credit_decisions_list on credit_decisions (decided_at desc, id desc);
create index credit_decisions_user on credit_decisions (user_id, decided_at desc);
create index credit_decisions_outcome on credit_decisions (outcome, decided_at desc, id desc);
create index credit_decisions_final on credit_decisions (final_outcome, decided_at desc, id desc);
create index credit_decisions_loan on credit_decisions (loan_id) where loan_id is not null;
create unique index credit_decisions_request on credit_decisions (loan_id) where occasion = 'loan_request';

-- Tests of a rule set on past decisions; here, because their rows refer to the decisions.
create table backtests (
  id uuid primary key,
  rule_set_id uuid not null references rule_sets,
  digest text not null,
  from_on date not null,
  to_on date not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed')),
  failure text,
  total integer not null default 0,
  done integer not null default 0,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index backtests_rule_set on backtests (rule_set_id, created_at desc);
-- The same rules over the same days run once at a time.
create unique index backtests_run_once
  on backtests (rule_set_id, digest, from_on, to_on)
  where status in ('pending', 'running');

create table backtest_rows (
  id uuid primary key,
  backtest_id uuid not null references backtests on delete cascade,
  decision_id uuid not null references credit_decisions,
  user_id uuid not null references users,
  before text not null,
  after text not null,
  limit_before_kobo bigint not null,
  limit_after_kobo bigint not null,
  reason text not null,
  decided_at timestamptz not null,
  unique (backtest_id, decision_id)
);
create index backtest_rows_list on backtest_rows (backtest_id, decided_at desc, id desc);

insert into configuration (key, value, is_public, description) values
  ('instant_approval_minimum_salary_kobo', '10000000', false, 'The monthly salary from which an instant approval is marked');

-- Part 2, made anew after each migration.

select pg_temp.rights('credit_decisions', 'own rows');
select pg_temp.rights('backtests', 'all rows');
select pg_temp.rights('backtest_rows', 'own rows');
