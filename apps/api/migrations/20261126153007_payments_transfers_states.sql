-- Held transfers (20261126153004) and refunded ones (20261126143001) are states of one table.
alter table transfers drop constraint transfers_status_check;
alter table transfers add constraint transfers_status_check check (
  status in (
    'in_review', 'awaiting_approval', 'scheduled', 'approved', 'sent', 'unknown', 'success', 'failed', 'reversed',
    'refunded', 'cancelled'
  )
);
