-- What was approved is paid.
alter table expense_requests drop constraint expense_requests_status_check;
alter table expense_requests
  add constraint expense_requests_status_check
    check (
      status in (
        'draft', 'pending', 'approved', 'declined', 'returned', 'withdrawn', 'paying', 'paid', 'deleted'
      )
    ),
  add column paid_into text check (paid_into in ('purse', 'account')),
  add column paid_by uuid references users,
  add column paid_at timestamptz,
  add column payment_reference text;
alter table wallet_movements drop constraint wallet_movements_kind_check;
alter table wallet_movements
  add constraint wallet_movements_kind_check
    check (
      kind in (
        'transfer_in', 'recorded', 'reversed', 'assigned', 'taken_back', 'drawn', 'repaid', 'request_paid',
        'request_returned'
      )
    );
