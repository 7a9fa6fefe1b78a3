-- All kinds of movement together: two changes of the list were made side by side.
alter table wallet_movements drop constraint wallet_movements_kind_check;
alter table wallet_movements
  add constraint wallet_movements_kind_check
    check (
      kind in (
        'transfer_in', 'recorded', 'reversed', 'assigned', 'taken_back', 'drawn', 'repaid', 'deductions_paid',
        'deduction_returned', 'request_paid', 'request_returned'
      )
    );
