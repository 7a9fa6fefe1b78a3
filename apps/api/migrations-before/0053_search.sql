-- The global search finds people by the last four digits of their account.
create index profiles_account_no_last4 on profiles (account_no_last4) where account_no_last4 is not null;
