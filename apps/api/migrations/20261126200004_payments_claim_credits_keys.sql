-- The keys of provisional credits.
alter table claim_credits
  add constraint claim_credits_case_key foreign key (case_id) references refund_cases,
  add constraint claim_credits_transfer_key foreign key (transfer_id) references transfers;
