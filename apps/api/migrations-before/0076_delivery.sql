-- What became of a message after it was handed to the provider: its states, the provider's number by which its report finds it, and addresses that do not work.
alter table communication_messages drop constraint communication_messages_status_check;
update communication_messages set status = 'handed_over' where status = 'sent';
alter table communication_messages
  add constraint communication_messages_status_check check (status in ('waiting', 'skipped', 'queued', 'handed_over', 'delivered', 'failed', 'bounced')),
  add column version integer not null default 1,
  add column delivered_at timestamptz;
-- The counts of a message to many are read from here alone.
create index communication_messages_states on communication_messages (communication_id, status);
create index communication_messages_queued on communication_messages (sent_at) where status = 'queued';

-- Every text message, mail and push message that a provider was given, ours to many or a single one. Written before the call: a worker that dies in it
-- leaves a row without a number, and whoever comes next asks before sending again. No numbers, no addresses.
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

-- Ways that do not reach a person. Hard: nothing will arrive; otherwise it is given up after some failures in a row.
create table suppressions (
  user_id uuid not null references users,
  channel text not null check (channel in ('mail', 'sms', 'push')),
  is_hard boolean not null,
  -- A number on the do-not-disturb list still takes what is no offer.
  is_marketing_only boolean not null default false,
  failures integer not null default 1,
  reason text not null,
  last_job_id uuid not null,
  since timestamptz not null default now(),
  primary key (user_id, channel)
);
-- A new number or address is tried anew.
create function forget_suppressions() returns trigger language plpgsql as $$
begin
  delete from suppressions where user_id = new.id and ((channel = 'sms' and new.phone is distinct from old.phone) or (channel = 'mail' and new.email is distinct from old.email) or new.erased_at is not null);
  return null;
end $$;
create trigger users_forget_suppressions after update of phone, email, erased_at on users for each row
  when (old.phone is distinct from new.phone or old.email is distinct from new.email or old.erased_at is distinct from new.erased_at) execute function forget_suppressions();
insert into configuration (key, value, is_public, description) values ('failures_until_suppressed', '3', false, 'Text messages or mails in a row that failed for a passing reason until the number or address is not written to any more');
