-- When another bank account was last put in the place of one before: who approves a payout sees it.
alter table profiles add column bank_account_changed_at timestamptz;
