-- A payout that was taken back, or that the provider returned, is expected back from the bank.
alter table payouts drop constraint payouts_status_check;
alter table payouts
  add constraint payouts_status_check
    check (
      status in (
        'created', 'awaiting_approval', 'approved', 'sent', 'unknown', 'success', 'returning', 'failed', 'reversed'
      )
    );
create index payouts_returning on payouts (id) where status = 'returning';
