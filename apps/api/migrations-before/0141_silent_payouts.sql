-- When finance was told that the provider does not say what became of a payout. It is asked on; only one that the provider never knew may be given up.
alter table payouts add column silence_told_at timestamptz;
