-- Two changes of these states met: a transfer is in review, and it may have been refunded.
alter table transfers drop constraint transfers_status_check;
alter table transfers add constraint transfers_status_check check (
  status in (
    'in_review', 'awaiting_approval', 'scheduled', 'approved', 'sent', 'unknown', 'success', 'failed', 'reversed',
    'refunded', 'cancelled'
  )
);
