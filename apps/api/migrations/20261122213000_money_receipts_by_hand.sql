-- Money that staff say came in waits for the bank's statement in an account of its own, and what one person records alone is added up.
alter table receipts drop constraint receipts_source_check;
alter table receipts
  add constraint receipts_source_check
    check (
      source in ('bank_operating', 'card_settlement', 'receipts_awaiting_bank', 'unidentified_receipts', 'customer_credit')
    ),
  -- The second person, where one was asked.
  add column confirmed_by uuid references users;

insert into configuration (key, value, is_public, description) values
  ('recorded_alone_by_one_kobo', '0', false, 'In kobo: what one person may record as received within 30 days without a second person; 0 for nothing'),
  ('recorded_alone_on_loan_kobo', '0', false, 'In kobo: what may be recorded as received on one loan within 30 days without a second person; 0 for nothing'),
  ('recorded_alone_for_person_kobo', '0', false, 'In kobo: what may be recorded as received from one person within 30 days without a second person; 0 for nothing')
on conflict (key) do nothing;
