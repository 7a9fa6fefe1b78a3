-- Onboarding: consents, identity, card requests.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What a person agreed to, word for word, before any provider is queried about them.
create table consents (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('bvn', 'nin', 'bureau', 'statement')),
  wording text not null,
  network_address text,
  given_at timestamptz not null default now()
);
create index consents_user on consents (user_id, kind, given_at desc);

-- Every attempt to verify an identity. The number is kept here until it is verified; only then on the profile, once
-- for each number.
create table identity_verifications (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('bvn', 'nin')),
  number_encrypted bytea not null,
  number_hash bytea not null,
  number_last4 text not null,
  consent_id uuid references consents,
  provider_session_encrypted bytea,
  methods jsonb not null default '[]',
  status text not null default 'started'
    check (status in ('started', 'code_sent', 'verified', 'mismatch', 'failed', 'replaced')),
  attempts smallint not null default 0,
  expires_at timestamptz,
  -- What was compared and the result; never the provider's values themselves.
  comparison jsonb,
  -- The provider's record, encrypted with the person's key.
  record_encrypted bytea,
  failure text,
  network_address text,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index identity_verifications_user on identity_verifications (user_id, kind, created_at desc);
create index identity_verifications_number on identity_verifications (number_hash);
create index identity_verifications_list on identity_verifications (created_at desc, id desc);
create index identity_verifications_status on identity_verifications (status, created_at desc, id desc);

-- Requests for a card, waiting until cards are issued.
create table card_requests (
  id uuid primary key,
  user_id uuid not null unique references users,
  card_type text not null check (card_type in ('virtual', 'physical')),
  status text not null default 'started' check (status in ('started', 'pending', 'approved', 'declined')),
  delivery_address text,
  delivery_state text,
  requested_at timestamptz not null default now(),
  finalised_at timestamptz,
  activated_at timestamptz,
  activated_by uuid references users
);
create index card_requests_status on card_requests (status, requested_at desc, id desc);

insert into configuration (key, value, is_public, description) values
  ('minimum_age_years', '18', true, 'How old a customer must be');

-- Part 2, made anew after each migration.

create or replace function copy_declined_card() returns trigger language plpgsql as $$
begin
  update users set has_declined_card = new.status = 'declined'
  where id = new.user_id and has_declined_card is distinct from (new.status = 'declined');
  return null;
end $$;
create or replace trigger card_requests_copy
  after insert or update of status on card_requests
  for each row execute function copy_declined_card();

select pg_temp.rights('consents', 'own rows');
select pg_temp.rights('identity_verifications', 'own rows');
select pg_temp.rights('card_requests', 'own rows');
