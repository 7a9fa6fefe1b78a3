-- Cards: one row from the request to the closing, and who froze it. Number, security code and PIN stay with the issuer.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table cards (
  id uuid primary key,
  kind text not null check (kind in ('company_debit', 'company_credit', 'personal_debit', 'personal_credit', 'secure')),
  form text not null check (form in ('physical', 'virtual')),
  currency text not null default 'NGN' check (currency in ('NGN', 'USD')),
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'declined', 'issued', 'active', 'frozen', 'closed')),
  -- Whose money it spends, where it is a company's; and who holds it.
  company_id uuid references companies,
  user_id uuid not null references users,
  label text,
  -- Of credit.
  limit_kobo bigint check (limit_kobo > 0),
  is_single_use boolean not null default false,
  -- The one merchant where it pays.
  merchant_lock text,
  -- Ours: a card whose making is of unknown outcome is looked up by it, never made again.
  issuer_reference uuid not null unique,
  issuer_card_id text unique,
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  expires_on date,
  -- When the issuer was asked to make it: an outcome that is not known yet is looked up from then on.
  asked_issuer_at timestamptz,
  -- The issuer still did not know it long after it was asked: a person decides whether it is made again.
  is_unknown boolean not null default false,
  -- What the issuer was last told; null until it has made the card.
  issuer_status text check (issuer_status in ('active', 'inactive', 'canceled')),
  replacement_for uuid references cards,
  replacement_reason text check (replacement_reason in ('lost', 'stolen', 'damaged', 'renewal')),
  delivery_address text,
  delivery_state text,
  shipped_at timestamptz,
  carrier_reference text,
  delivered_at timestamptz,
  requested_by uuid references users,
  -- Its company's own people decide first.
  chain_id uuid,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  -- What making it costs, once; null while it has not been paid from its owner's wallet.
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  fee_vat_kobo bigint not null default 0 check (fee_vat_kobo >= 0),
  fee_paid_at timestamptz,
  activated_at timestamptz,
  pin_asked_at timestamptz,
  closed_at timestamptz,
  closed_because text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((kind in ('company_debit', 'company_credit')) = (company_id is not null)),
  check (limit_kobo is null or kind in ('company_credit', 'personal_credit', 'secure')),
  check ((replacement_for is null) = (replacement_reason is null)),
  check (status not in ('issued', 'active', 'frozen') or (issuer_card_id is not null and last4 is not null and expires_on is not null))
);
create index cards_created on cards (created_at desc, id desc);
create index cards_status on cards (status, created_at desc, id desc);
create index cards_company on cards (company_id, created_at desc, id desc) where company_id is not null;
create index cards_user on cards (user_id, created_at desc, id desc);
create index cards_expires on cards (expires_on, id) where status in ('issued', 'active', 'frozen');
create index cards_fee on cards (id) where fee_paid_at is null and fee_kobo > 0 and status in ('issued', 'active', 'frozen');
create index cards_making on cards (id) where status = 'approved';
create index cards_limit on cards (limit_kobo, id);
-- One card in the place of another.
create unique index cards_replacement on cards (replacement_for) where status <> 'declined';
create index cards_replaced on cards (replacement_for) where replacement_for is not null;

-- A card is frozen while one of these is open; each is lifted by who set it.
create table card_freezes (
  id uuid primary key,
  card_id uuid not null references cards,
  "by" text not null check ("by" in ('holder', 'company', 'provider', 'system')),
  reason text not null,
  frozen_by uuid references users,
  since timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by uuid references users
);
create unique index card_freezes_open on card_freezes (card_id, "by") where lifted_at is null;
create index card_freezes_card on card_freezes (card_id, since desc);

-- The issuer's record of a person, made once.
create table card_customers (
  user_id uuid primary key references users,
  issuer_customer_id text not null unique,
  created_at timestamptz not null default now()
);

insert into configuration (key, value, is_public, description) values
  ('card_limit_second_person_kobo', '50000000', false, 'Credit on a card up to which one person approves it'),
  ('card_fee_physical_kobo', '100000', true, 'What a physical card costs to make, before VAT'),
  ('card_fee_virtual_kobo', '0', true, 'What a virtual card costs to make, before VAT'),
  ('card_fee_vat_percent', '7.5', false, 'VAT on the fee of a card, in percent'),
  ('card_renewal_days', '30', false, 'Days before a card runs out on which a new one is made'),
  ('cards_per_holder', '5', false, 'Cards that a person may have at a time, of a company and of their own each'),
  ('card_safety_limit_kobo', '500000000', false, 'The most that the issuer lets through in one payment, whatever we answer'),
  ('card_dollars', '0', true, 'Whether dollar cards are offered: 1 for yes');

-- Part 2, made anew after each migration.

select pg_temp.rights('cards', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
select pg_temp.rights('card_freezes', $$
  exists (select 1 from cards c where c.id = card_freezes.card_id)
$$);
select pg_temp.rights('card_customers', 'own rows');
