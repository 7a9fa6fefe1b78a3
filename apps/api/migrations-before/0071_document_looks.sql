-- Who of the staff has looked at a document, and when last: a queue of documents shows it, and the newest look stands on the document for its filter.
create table document_looks (
  document_id uuid not null references documents,
  -- Whose document it is.
  user_id uuid not null references users,
  looked_by uuid not null references users,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (document_id, looked_by)
);
create index document_looks_user on document_looks (user_id);
alter table documents add column looked_at timestamptz;
create index documents_kind on documents (type, id);
create index documents_looked on documents (looked_at, id);
