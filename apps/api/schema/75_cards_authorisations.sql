-- What cards pay: their controls, each payment that was asked for with every rule's result, and what was captured and came back.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- A company's card has its company's and, tighter, its holder's; a card of one's own only the holder's. What is not set allows everything.
create table card_controls (
  card_id uuid not null references cards,
  "by" text not null check ("by" in ('company', 'holder')),
  per_authorisation_kobo bigint check (per_authorisation_kobo >= 0),
  day_kobo bigint check (day_kobo >= 0),
  week_kobo bigint check (week_kobo >= 0),
  month_kobo bigint check (month_kobo >= 0),
  year_kobo bigint check (year_kobo >= 0),
  all_time_kobo bigint check (all_time_kobo >= 0),
  day_count integer check (day_count >= 0),
  allowed_categories text[] not null default '{}',
  blocked_categories text[] not null default '{}',
  allowed_merchants text[] not null default '{}',
  blocked_merchants text[] not null default '{}',
  channels text[] not null default '{}',
  countries text[] not null default '{}',
  weekdays integer[] not null default '{}',
  from_hour integer check (from_hour between 0 and 23),
  to_hour integer check (to_hour between 0 and 24),
  tips_percent integer not null default 0 check (tips_percent between 0 and 30),
  set_by uuid references users,
  set_at timestamptz not null,
  primary key (card_id, "by"),
  check ((from_hour is null) = (to_hour is null))
);
create index card_controls_set_by on card_controls (set_by) where set_by is not null;

-- What a card may spend beyond a limit, until it ends: asked for by its holder, granted by who owns the card.
create table card_raises (
  id uuid primary key,
  card_id uuid not null references cards,
  user_id uuid not null references users,
  company_id uuid references companies,
  period text not null check (period in ('per_authorisation', 'day', 'week', 'month', 'year', 'all_time')),
  amount_kobo bigint not null check (amount_kobo > 0),
  reason text not null,
  -- The declined payment after which it was asked for.
  authorisation_id uuid,
  status text not null check (status in ('asked', 'granted', 'declined', 'withdrawn', 'ended')),
  -- The last day on which it counts.
  ends_on date not null,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index card_raises_card on card_raises (card_id, created_at desc, id desc);
create index card_raises_user on card_raises (user_id, created_at desc, id desc);
create index card_raises_company on card_raises (company_id, created_at desc, id desc) where company_id is not null;
create index card_raises_granted on card_raises (card_id) where status = 'granted';
create index card_raises_ends on card_raises (ends_on) where status in ('asked', 'granted');
create unique index card_raises_asked on card_raises (card_id, period) where status = 'asked';

-- What was let through of a card on a day of Africa/Lagos: what limits are counted from.
create table card_spend_days (
  card_id uuid not null references cards,
  day date not null,
  amount_kobo bigint not null,
  payments integer not null,
  primary key (card_id, day)
);

-- A payment that was asked for, with all that its rules said.
create table card_authorisations (
  id uuid primary key,
  card_id uuid not null references cards,
  user_id uuid not null references users,
  company_id uuid references companies,
  issuer_authorisation_id text not null unique,
  reference text not null unique,
  kind text not null check (kind in ('purchase', 'cash', 'refund')),
  channel text not null check (channel in ('atm', 'pos', 'web', 'mobile')),
  merchant text not null,
  mcc text not null,
  category text not null,
  city text not null,
  country text not null,
  -- What was asked for first; what was let through, captured and given back of it since.
  amount_kobo bigint not null check (amount_kobo >= 0),
  approved_kobo bigint not null default 0 check (approved_kobo >= 0),
  captured_kobo bigint not null default 0 check (captured_kobo >= 0),
  reversed_kobo bigint not null default 0 check (reversed_kobo >= 0),
  -- In the shop's money, as the issuer wrote it.
  shop_currency text,
  shop_amount text,
  status text not null check (status in ('approved', 'declined', 'captured', 'reversed', 'expired')),
  -- Nothing more is held for it.
  is_over boolean not null default false,
  -- The issuer let it through without asking us.
  is_stand_in boolean not null default false,
  -- What is held now, and the hold in the ledger.
  held_kobo bigint not null default 0 check (held_kobo >= 0),
  hold_id uuid,
  -- Of the day, what counts against limits.
  counted_kobo bigint not null default 0,
  day date not null,
  -- Why not, for the shop and for us, and what the rule found; each rule's result, in order.
  response_code text not null,
  reason text,
  found jsonb,
  checks jsonb not null,
  expires_on date not null,
  -- Said by the holder of a payment that the system stopped.
  was_me boolean,
  business_date date not null,
  version integer not null default 1,
  created_at timestamptz not null
);
create index card_authorisations_card on card_authorisations (card_id, created_at desc, id desc);
create index card_authorisations_user on card_authorisations (user_id, created_at desc, id desc);
create index card_authorisations_company on card_authorisations (company_id, created_at desc, id desc) where company_id is not null;
create index card_authorisations_created on card_authorisations (created_at desc, id desc);
create index card_authorisations_amount on card_authorisations (amount_kobo, id);
create index card_authorisations_declined on card_authorisations (card_id, created_at desc) where status = 'declined';
create index card_authorisations_expires on card_authorisations (expires_on, id) where not is_over;

-- What the issuer sent, each once, with what we answered first.
create table card_events (
  event_id text primary key,
  card_id uuid not null references cards,
  kind text not null,
  issuer_authorisation_id text,
  issuer_transaction_id text,
  amount_kobo bigint not null,
  -- The last capture of its payment.
  is_last boolean not null,
  response_code text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null
);
create index card_events_authorisation on card_events (issuer_authorisation_id) where issuer_authorisation_id is not null;
create index card_events_card on card_events (card_id, received_at desc);

-- Money that moved: captures of payments, refunds of shops, and what took them back.
create table card_captures (
  id uuid primary key,
  card_id uuid not null references cards,
  user_id uuid not null references users,
  company_id uuid references companies,
  kind text not null check (kind in ('capture', 'refund', 'refund_reversal')),
  issuer_transaction_id text not null unique,
  issuer_authorisation_id text,
  -- Its payment; null for money that came without one: operations look at it.
  authorisation_id uuid references card_authorisations,
  reference text not null unique,
  merchant text not null,
  mcc text not null,
  category text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  -- Beyond what was there.
  overdrawn_kobo bigint not null default 0 check (overdrawn_kobo >= 0),
  shop_currency text,
  shop_amount text,
  expense_id uuid references expenses,
  ledger_transaction_id uuid not null,
  business_date date not null,
  happened_at timestamptz not null,
  created_at timestamptz not null
);
create index card_captures_card on card_captures (card_id, happened_at desc, id desc);
create index card_captures_user on card_captures (user_id, happened_at desc, id desc);
create index card_captures_company on card_captures (company_id, happened_at desc, id desc) where company_id is not null;
create index card_captures_happened on card_captures (happened_at desc, id desc);
create index card_captures_amount on card_captures (amount_kobo, id);
create index card_captures_authorisation on card_captures (authorisation_id) where authorisation_id is not null;
create index card_captures_issuer on card_captures (issuer_authorisation_id) where issuer_authorisation_id is not null;
create index card_captures_unmatched on card_captures (happened_at desc, id desc) where authorisation_id is null;
create index card_captures_expense on card_captures (expense_id) where expense_id is not null;
-- Cards that took more than was there, until it is paid back.
create index card_captures_overdrawn on card_captures (card_id) where overdrawn_kobo > 0;

-- Part 2, made anew after each migration.

select pg_temp.rights('card_controls', $$
  exists (select 1 from cards c where c.id = card_controls.card_id)
$$);
select pg_temp.rights('card_raises', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
select pg_temp.rights('card_spend_days', $$
  exists (select 1 from cards c where c.id = card_spend_days.card_id)
$$);
select pg_temp.rights('card_authorisations', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
select pg_temp.rights('card_events', 'no rows');
select pg_temp.rights('card_captures', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
