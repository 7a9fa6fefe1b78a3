-- Messages to many people, each with its log; what people want to be sent; what they ask about their data; affiliates.
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

create table communications (
  id uuid primary key,
  name text not null,
  template_id uuid references communication_templates,
  channel text not null check (channel in ('mail', 'sms', 'push', 'in_app')),
  category text not null check (category in ('service', 'marketing')),
  subject text,
  body text not null,
  segment jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'scheduled', 'sending', 'done', 'cancelled', 'declined')),
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

create table communication_messages (
  id uuid primary key,
  communication_id uuid not null references communications,
  user_id uuid not null references users,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'skipped', 'failed')),
  reason text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (communication_id, user_id)
);
create index communication_messages_waiting on communication_messages (communication_id, id) where status = 'waiting';
create index communication_messages_list on communication_messages (communication_id, created_at desc, id desc);
create index communication_messages_user on communication_messages (user_id, sent_at desc);

create table contact_preferences (
  user_id uuid not null references users,
  channel text not null check (channel in ('mail', 'sms', 'push', 'in_app')),
  is_allowed boolean not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, channel)
);

insert into configuration (key, value, is_public, description) values
  ('quiet_hours_from', '21', false, 'The hour in Lagos from which nobody is sent a text message or a push message'),
  ('quiet_hours_to', '8', false, 'The hour in Lagos until which nobody is sent a text message or a push message'),
  ('marketing_messages_a_week', '3', false, 'Offers that one person is sent in seven days at most'),
  ('retention_unfinished_days', '730', false, 'Days after which a registration that was never finished is erased'),
  ('retention_message_days', '730', false, 'Days after which the log of messages is removed');

create table data_requests (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('export', 'erasure', 'correction')),
  status text not null default 'open' check (status in ('open', 'done', 'refused')),
  text text,
  due_on date not null,
  answer text,
  answered_by uuid references users,
  answered_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index data_requests_open on data_requests (user_id, kind) where status = 'open';
create index data_requests_list on data_requests (created_at desc, id desc);
create index data_requests_due on data_requests (due_on, id);
create table retention_runs (
  ran_on date primary key,
  removed jsonb not null,
  ran_at timestamptz not null default now()
);

create table affiliates (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null,
  code text not null unique,
  commission_percent numeric(5, 2) not null check (commission_percent between 0 and 100),
  is_active boolean not null default true,
  created_by uuid references users,
  created_at timestamptz not null default now()
);
create unique index affiliates_email on affiliates (lower(email));
create index affiliates_list on affiliates (created_at desc, id desc);
create index affiliates_name on affiliates (name, id);
