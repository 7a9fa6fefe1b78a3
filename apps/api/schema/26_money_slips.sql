-- Slips: evidence of money recorded by hand.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table slips (
  id uuid primary key,
  original_name text not null,
  media_type text not null,
  digest bytea not null,
  -- Sealed with the key of who brought it: evidence of the books stays when a borrower's own papers are erased.
  storage_name text not null,
  uploaded_by uuid not null references users,
  uploaded_at timestamptz not null default now(),
  unique (uploaded_by, digest)
);
create index slips_digest on slips (digest);

-- Part 2, made anew after each migration.

select pg_temp.rights('slips', 'no rows');
