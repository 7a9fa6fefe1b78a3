-- Messages to people: templates, communications, deliveries, preferences.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table communication_templates (
  id uuid primary key,
  name text not null,
  channel text not null check (channel in ('mail', 'sms', 'push', 'in_app')),
  category text not null check (category in ('service', 'marketing')),
  subject text,
  body text not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index communication_templates_name on communication_templates (lower(name)) where deleted_at is null;
create index communication_templates_updated on communication_templates (updated_at desc, id desc);

-- A message to many people.
create table communications (
  id uuid primary key,
  name text not null,
  template_id uuid references communication_templates,
  channel text not null check (channel in ('mail', 'sms', 'push', 'in_app')),
  category text not null check (category in ('service', 'marketing')),
  subject text,
  body text not null,
  segment jsonb not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'scheduled', 'sending', 'done', 'cancelled', 'declined')),
  scheduled_at timestamptz,
  total integer not null default 0,
  approval_id uuid references approvals,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index communications_list on communications (created_at desc, id desc);
create index communications_status on communications (status, created_at desc, id desc);
create index communications_due on communications (scheduled_at) where status in ('scheduled', 'sending');

-- The log of a communication: one row for each person.
create table communication_messages (
  id uuid primary key,
  communication_id uuid not null references communications,
  user_id uuid not null references users,
  status text not null default 'waiting'
    check (status in ('waiting', 'skipped', 'queued', 'handed_over', 'delivered', 'failed', 'bounced')),
  reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  unique (communication_id, user_id)
);
create index communication_messages_waiting on communication_messages (communication_id, id) where status = 'waiting';
create index communication_messages_list on communication_messages (communication_id, created_at desc, id desc);
create index communication_messages_user on communication_messages (user_id, sent_at desc);
-- Serves the counts of a communication by status.
create index communication_messages_states on communication_messages (communication_id, status);
create index communication_messages_queued on communication_messages (sent_at) where status = 'queued';

create table contact_preferences (
  user_id uuid not null references users,
  channel text not null check (channel in ('mail', 'sms', 'push', 'in_app')),
  is_allowed boolean not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, channel)
);

-- Every text message, mail and push message handed to a provider. Written before the call: a worker that dies in it
-- leaves a row without provider_reference, and the next attempt asks the provider before it sends again. Holds no
-- numbers and no addresses.
create table message_deliveries (
  job_id uuid primary key,
  reference text not null,
  channel text not null check (channel in ('mail', 'sms', 'push')),
  user_id uuid references users,
  provider_reference text unique,
  started_at timestamptz not null default now(),
  handed_over_at timestamptz,
  outcome text check (outcome in ('delivered', 'failed', 'bounced')),
  reason text,
  reported_at timestamptz
);
create index message_deliveries_started on message_deliveries (started_at);
create index message_deliveries_user on message_deliveries (user_id, started_at desc);

-- Channels that do not reach a person. Hard: nothing will arrive; otherwise given up after several failures in a
-- row.
create table suppressions (
  user_id uuid not null references users,
  channel text not null check (channel in ('mail', 'sms', 'push')),
  is_hard boolean not null,
  -- A number on the do-not-disturb list still accepts service messages.
  is_marketing_only boolean not null default false,
  failures integer not null default 1,
  reason text not null,
  last_job_id uuid not null,
  since timestamptz not null default now(),
  primary key (user_id, channel)
);

insert into configuration (key, value, is_public, description) values
  ('quiet_hours_from', '21', false, 'The hour in Lagos from which nobody is sent a text message or a push message'),
  ('quiet_hours_to', '8', false, 'The hour in Lagos until which nobody is sent a text message or a push message'),
  ('marketing_messages_a_week', '3', false, 'Offers that one person is sent in seven days at most'),
  ('failures_until_suppressed', '3', false, 'Text messages or mails in a row that failed for a passing reason until the number or address is not written to any more');

-- Part 2, made anew after each migration.

-- A new number or address is tried anew.
create or replace function forget_suppressions() returns trigger language plpgsql as $$
begin
  delete from suppressions
  where user_id = new.id
    and (
      (channel = 'sms' and new.phone is distinct from old.phone)
      or (channel = 'mail' and new.email is distinct from old.email)
      or new.erased_at is not null
    );
  return null;
end $$;
create or replace trigger users_forget_suppressions
  after update of phone, email, erased_at on users
  for each row
  when (
    old.phone is distinct from new.phone
    or old.email is distinct from new.email
    or old.erased_at is distinct from new.erased_at
  )
  execute function forget_suppressions();

select pg_temp.rights('communication_templates', 'all rows');
select pg_temp.rights('communications', 'all rows');
select pg_temp.rights('communication_messages', 'own rows');
select pg_temp.rights('contact_preferences', 'own rows');
select pg_temp.rights('message_deliveries', 'own rows');
select pg_temp.rights('suppressions', 'own rows');
