-- The terms and privacy notice that a person accepted at registration, and when; absent where somebody else made the account.
alter table users
  add column terms_version text,
  add column terms_accepted_at timestamptz,
  add constraint users_terms check ((terms_version is null) = (terms_accepted_at is null));
