-- Papers of companies.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table company_documents (
  id uuid primary key,
  company_id uuid not null references companies,
  kind text not null,
  title text,
  status text not null default 'received' check (status in ('received', 'verified', 'refused')),
  version integer not null default 1,
  original_name text not null,
  media_type text not null,
  digest bytea not null,
  storage_name text not null unique,
  -- The document's own wrapped key: a company's papers stay when one of its people is erased.
  data_key bytea not null,
  uploaded_by uuid references users,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null default now(),
  unique (company_id, kind, digest)
);
create index company_documents_of on company_documents (company_id, created_at desc, id desc);

-- Part 2, made anew after each migration.

select pg_temp.rights('company_documents', $$coalesce(company_id = (select scope_of('managed_company_id')), false)$$);
