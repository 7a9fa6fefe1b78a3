-- Of who has left: paid outside the wallet, as the company says.
alter table expense_requests drop constraint expense_requests_paid_into_check;
alter table expense_requests
  add constraint expense_requests_paid_into_check check (paid_into in ('purse', 'account', 'company', 'otherwise'));
