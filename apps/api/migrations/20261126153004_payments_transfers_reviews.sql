-- Transfers that stand on the review queue: why they are looked at, and what was decided.
alter table transfers drop constraint transfers_status_check;
alter table transfers add constraint transfers_status_check check (
  status in (
    'in_review', 'awaiting_approval', 'scheduled', 'approved', 'sent', 'unknown', 'success', 'failed', 'reversed',
    'cancelled'
  )
);
alter table transfers add column review_reasons text[] not null default '{}';
alter table transfers add column review_note text;
alter table transfers add column reviewed_by uuid references users;
alter table transfers add column reviewed_at timestamptz;
create index transfers_reviews on transfers (created_at desc, id desc) where review_reasons <> '{}';
create index transfers_reviewed_by on transfers (reviewed_by) where reviewed_by is not null;
create index transfers_user_status on transfers (user_id, settled_at) where status in ('failed', 'reversed');

insert into configuration (key, value, is_public, description) values
  ('transfer_review_minutes', '120', false, 'So far back a person''s movements are looked at before they send, in minutes'),
  ('transfer_review_payees', '5', false, 'More new payees than these in that time: a colleague looks at the transfer'),
  ('transfer_review_from_kobo', '5000000', false, 'Money that came in within that time is looked at when it leaves again, from this amount, in kobo'),
  ('transfer_review_share_percent', '80', false, 'And when so much of it leaves, in percent'),
  ('transfer_review_failures', '5', false, 'So many transfers of a person that failed in that time: a colleague looks at the next one');
