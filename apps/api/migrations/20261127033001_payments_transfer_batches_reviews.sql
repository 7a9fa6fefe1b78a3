-- A batch whose velocity is unusual is held and looked at as a whole, as single transfers are.
alter table transfer_batches
  add column review_reasons text[] not null default '{}',
  -- Its payments to accounts that the company has never paid, and their sum, when it was held.
  add column review_new_count integer check (review_new_count >= 0),
  add column review_new_kobo bigint check (review_new_kobo >= 0),
  add column held_since timestamptz,
  add column review_note text,
  add column reviewed_by uuid references users,
  add column reviewed_at timestamptz,
  drop constraint transfer_batches_status_check,
  add constraint transfer_batches_status_check
    check (status in ('checking', 'checked', 'awaiting_approval', 'in_review', 'sending', 'done', 'cancelled')),
  add constraint transfer_batches_held check (status <> 'in_review' or (review_reasons <> '{}' and hold_id is not null));
create index transfer_batches_held on transfer_batches (created_at desc, id desc) where review_reasons <> '{}';
create index transfer_batches_reviewed_by on transfer_batches (reviewed_by) where reviewed_by is not null;
insert into configuration (key, value, is_public, description) values
  ('batch_review_payees', '50', false, 'More accounts in a company''s batch than these that it has never paid: a colleague looks at the batch');
