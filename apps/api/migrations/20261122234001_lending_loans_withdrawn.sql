-- A customer withdraws a request that is still open.
alter table loans drop constraint loans_status_check;
alter table loans add constraint loans_status_check check (status in (
  'draft', 'requested', 'pre_approved', 'pre_declined', 'approved', 'declined', 'withdrawn', 'offered', 'accepted',
  'rejected', 'disbursing', 'running', 'past_due', 'settled', 'reimbursed', 'stop_requested', 'terminated',
  'charged_off', 'written_off'
));
