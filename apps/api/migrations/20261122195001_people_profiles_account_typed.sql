-- Who of the staff typed the account (nobody: the person did): they never verify it themselves.
alter table profiles add column account_typed_by uuid references users;
