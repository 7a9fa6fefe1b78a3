-- Audit records and their hash chain.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table audit_records (
  id uuid primary key,
  recorded_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  -- The person as whom a colleague used the application ("view as"); the name is read when the record is shown.
  viewed_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  -- Personal values, encrypted with the person's own key: erasing the person destroys the key, while the record and
  -- its chain remain.
  sealed bytea,
  -- Whose key decrypts `sealed`; null where nothing is encrypted.
  about_id uuid,
  reason text,
  network_address text,
  request_id text,
  -- Records are sealed in commit order: ids do not commit in order, transaction ids below the oldest open one are
  -- final.
  committed_in xid8 not null default pg_current_xact_id()
);
create index audit_records_recorded on audit_records (recorded_at desc, id desc);
create index audit_records_subject on audit_records (subject_type, subject_id, recorded_at desc);
create index audit_records_actor on audit_records (actor_id, recorded_at desc);
create index audit_records_order on audit_records (committed_in, id);

-- The hash chain over audit_records.
create table audit_blocks (
  sequence bigint primary key,
  up_to_transaction xid8 not null,
  up_to_id uuid not null,
  record_count integer not null,
  digest bytea not null,
  previous_digest bytea not null,
  sealed_at timestamptz not null default now()
);

-- Part 2, made anew after each migration.

-- Append-only for everyone, the owner included.
create or replace trigger audit_records_append_only
  before update or delete on audit_records
  for each row execute function refuse_change();
create or replace trigger audit_records_no_truncate
  before truncate on audit_records
  for each statement execute function refuse_change();
create or replace trigger audit_blocks_append_only
  before update or delete on audit_blocks
  for each row execute function refuse_change();

select pg_temp.rights('audit_records', 'no rows', may => 'select, insert', tenant_adds => true);
select pg_temp.rights('audit_blocks', 'no rows', may => 'select, insert');
