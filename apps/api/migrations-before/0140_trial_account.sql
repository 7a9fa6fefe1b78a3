-- What a person tried and what does not hold yet: the account by its last digits, as everywhere else.
alter table profiles add column trial_account_no_last4 text;
