-- Partners that fund people's credit cards: their terms, the cards, what they were asked for and what was passed on to them.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table card_partners (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{2,40}$'),
  name text not null,
  created_at timestamptz not null default now()
);
-- Dated: what was agreed before stays as it was.
create table card_partner_terms (
  partner_id uuid not null references card_partners,
  valid_from date not null,
  -- Of the interest that holders pay.
  interest_share_percent numeric(24, 12) not null check (interest_share_percent between 0 and 100),
  -- New cards are funded by it.
  takes_new boolean not null,
  primary key (partner_id, valid_from)
);

create table partner_cards (
  card_id uuid primary key references cards,
  user_id uuid not null references users,
  partner_id uuid not null references card_partners,
  since date not null
);
create index partner_cards_partner on partner_cards (partner_id, since desc, card_id desc);
create index partner_cards_user on partner_cards (user_id);

create table partner_fundings (
  id uuid primary key,
  partner_id uuid not null references card_partners,
  reference text not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  cards integer not null check (cards > 0),
  status text not null default 'asked' check (status in ('asked', 'accepted', 'refused')),
  reason text,
  -- What the partner's own report says of it.
  report_kobo bigint,
  asked_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null
);
create index partner_fundings_partner on partner_fundings (partner_id, created_at desc, id desc);
create index partner_fundings_open on partner_fundings (created_at, id) where status = 'asked';
create index partner_fundings_asked_by on partner_fundings (asked_by);

create table partner_funding_lines (
  funding_id uuid not null references partner_fundings,
  card_id uuid not null references partner_cards,
  amount_kobo bigint not null check (amount_kobo > 0),
  primary key (funding_id, card_id)
);
create index partner_funding_lines_card on partner_funding_lines (card_id);

create table partner_payments (
  id uuid primary key,
  partner_id uuid not null references card_partners,
  reference text not null unique,
  amount_kobo bigint not null check (amount_kobo > 0),
  cards integer not null check (cards > 0),
  status text not null default 'awaiting_approval'
    check (status in ('awaiting_approval', 'declined', 'sent', 'paid', 'failed')),
  reason text,
  report_kobo bigint,
  payout_id uuid references payouts,
  asked_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null
);
create index partner_payments_partner on partner_payments (partner_id, created_at desc, id desc);
create index partner_payments_payout on partner_payments (payout_id) where payout_id is not null;
create index partner_payments_asked_by on partner_payments (asked_by);

create table partner_payment_lines (
  payment_id uuid not null references partner_payments,
  card_id uuid not null references partner_cards,
  principal_kobo bigint not null check (principal_kobo >= 0),
  interest_kobo bigint not null check (interest_kobo >= 0),
  primary key (payment_id, card_id),
  check (principal_kobo + interest_kobo > 0)
);
create index partner_payment_lines_card on partner_payment_lines (card_id);

insert into card_partners (id, slug, name) values ('0193b5a0-0000-7000-8000-000000000001', 'advancly', 'Advancly');
insert into card_partner_terms (partner_id, valid_from, interest_share_percent, takes_new)
values ('0193b5a0-0000-7000-8000-000000000001', '1900-01-01', 50, true);

-- Part 2, made anew after each migration.

select pg_temp.rights('card_partners', 'no rows');
select pg_temp.rights('card_partner_terms', 'no rows');
select pg_temp.rights('partner_cards', 'no rows');
select pg_temp.rights('partner_fundings', 'no rows');
select pg_temp.rights('partner_funding_lines', 'no rows');
select pg_temp.rights('partner_payments', 'no rows');
select pg_temp.rights('partner_payment_lines', 'no rows');
