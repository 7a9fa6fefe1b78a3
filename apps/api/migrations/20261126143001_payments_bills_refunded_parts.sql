-- Of what was delivered a part may be paid back, never more than was paid; and a bank owes us for a transfer as a provider does for a bill.
alter table bills add column refunded_kobo bigint not null default 0;
update bills set refunded_kobo = total_kobo where status = 'refunded';
alter table bills add constraint bills_refunded_check check (refunded_kobo between 0 and total_kobo);
alter table transfers add column refunded_kobo bigint not null default 0;
alter table transfers add constraint transfers_refunded_check check (refunded_kobo between 0 and total_kobo);
alter table transfers drop constraint transfers_status_check;
alter table transfers add constraint transfers_status_check check (
  status in (
    'awaiting_approval', 'scheduled', 'approved', 'sent', 'unknown', 'success', 'failed', 'reversed', 'refunded', 'cancelled'
  )
);
alter table bill_claims alter column bill_id drop not null;
-- Null for a bank.
alter table bill_claims alter column provider drop not null;
alter table bill_claims add column transfer_id uuid references transfers;
alter table bill_claims add constraint bill_claims_subject_check
  check (num_nonnulls(bill_id, transfer_id) = 1 and (provider is null) = (bill_id is null));
-- Parts are claimed one after the other; a late delivery once.
alter table bill_claims drop constraint bill_claims_bill_id_provider_key;
create unique index bill_claims_late_bill on bill_claims (bill_id, provider) where cause = 'late_delivery';
create unique index bill_claims_late_transfer on bill_claims (transfer_id) where cause = 'late_delivery';
create index bill_claims_bill on bill_claims (bill_id) where bill_id is not null;
create index bill_claims_transfer on bill_claims (transfer_id) where transfer_id is not null;
