-- When the credit bureau was last told how a charged-off loan is.
alter table loans add column bureau_told_at timestamptz;
