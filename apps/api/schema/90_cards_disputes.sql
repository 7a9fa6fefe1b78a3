-- Disputes about card payments, and what both sides have sent.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table card_disputes (
  id uuid primary key,
  reference text not null unique,
  capture_id uuid not null references card_captures,
  card_id uuid not null references cards,
  user_id uuid not null references users,
  company_id uuid references companies,
  channel text not null check (channel in ('atm', 'pos', 'web', 'mobile')),
  reason text not null check (reason in ('not_me', 'wrong_amount', 'not_received', 'duplicate', 'cancelled')),
  text text not null,
  status text not null check (
    status in (
      'open', 'sending', 'sent', 'refused', 'won', 'lost', 'declined', 'withdrawn', 'refunded', 'written_off'
    )
  ),
  -- What is disputed; less when the shop has given back a part meanwhile.
  amount_kobo bigint not null check (amount_kobo >= 0),
  -- Provisional credit that stands; what the issuer gave back; what we let the holder keep.
  credited_kobo bigint not null default 0 check (credited_kobo >= 0),
  won_kobo bigint not null default 0 check (won_kobo >= 0),
  written_off_kobo bigint not null default 0 check (written_off_kobo >= 0),
  credited_at timestamptz,
  due_at timestamptz not null,
  -- When the desk was told that it is late.
  late_told_at timestamptz,
  -- Asked of the issuer under our id; what it calls it, its last word, and when it is asked again.
  asked_issuer_at timestamptz,
  issuer_dispute_id text unique,
  issuer_says text,
  asked_times integer not null default 0,
  next_question_at timestamptz,
  -- While a second person is asked, about a credit or a write-off.
  approval_id uuid references approvals,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  check (won_kobo + credited_kobo + written_off_kobo <= amount_kobo or status in ('refunded', 'refused'))
);
create unique index card_disputes_live on card_disputes (capture_id) where status in ('open', 'sending', 'sent', 'refused');
create index card_disputes_capture on card_disputes (capture_id);
create index card_disputes_due on card_disputes (due_at, id);
create index card_disputes_created on card_disputes (created_at desc, id desc);
create index card_disputes_amount on card_disputes (amount_kobo, id);
create index card_disputes_status on card_disputes (status, due_at, id);
create index card_disputes_user on card_disputes (user_id, created_at desc, id desc);
create index card_disputes_company on card_disputes (company_id, created_at desc, id desc) where company_id is not null;
create index card_disputes_card on card_disputes (card_id);
create index card_disputes_asking on card_disputes (next_question_at) where status in ('sending', 'sent');
create index card_disputes_late on card_disputes (due_at)
  where status in ('open', 'sending', 'sent') and credited_at is null and late_told_at is null;
create index card_disputes_decided_by on card_disputes (decided_by) where decided_by is not null;
create index card_disputes_approval on card_disputes (approval_id) where approval_id is not null;

-- `user_id` is whose dispute it is.
create table card_dispute_evidence (
  id uuid primary key,
  dispute_id uuid not null references card_disputes,
  user_id uuid not null references users,
  author_id uuid not null references users,
  is_staff boolean not null,
  text text not null,
  document_id uuid references documents,
  created_at timestamptz not null
);
create index card_dispute_evidence_of on card_dispute_evidence (dispute_id, created_at);
create index card_dispute_evidence_user on card_dispute_evidence (user_id);
create index card_dispute_evidence_author on card_dispute_evidence (author_id);
create index card_dispute_evidence_document on card_dispute_evidence (document_id) where document_id is not null;

insert into configuration (key, value, is_public, description) values
  ('card_dispute_days', '120', true, 'Days after the capture within which a card payment can be disputed'),
  ('card_dispute_own_machine_hours', '24', true, 'Hours until a dispute about one of our own cash machines is answered'),
  ('card_dispute_machine_hours', '48', true, 'Hours until a dispute about another cash machine is answered'),
  ('card_dispute_shop_hours', '72', true, 'Hours until a dispute about a shop or the internet is answered'),
  ('card_dispute_alone_kobo', '10000000', false, 'The largest provisional credit that one colleague gives, in kobo'),
  ('card_own_machines', '""', false, 'How the names of our own cash machines begin; empty where there are none');

-- Part 2, made anew after each migration.

-- Whether the holder of a dispute `d` has neither money nor answer when it was due.
create or replace function is_late(d card_disputes) returns boolean language sql stable parallel safe as $$
  select d.status in ('open', 'sending', 'sent') and d.credited_at is null and d.due_at < now()
$$;

select pg_temp.rights('card_disputes', $$
  coalesce(user_id = (select scope_of('user_id')), false)
  or coalesce(company_id = (select scope_of('managed_company_id')), false)
$$);
select pg_temp.rights('card_dispute_evidence', 'own rows');
