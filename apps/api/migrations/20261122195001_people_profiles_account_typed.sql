-- Who typed the account of staff (nobody: the person did) and when: they never verify it themselves.
alter table profiles add column account_typed_by uuid references users, add column account_typed_at timestamptz;
