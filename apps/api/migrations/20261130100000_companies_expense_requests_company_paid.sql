-- A purchase may be paid by the company itself: by a transfer, a bill or its credit card, which goes under the line that allowed it.
alter table expense_requests drop constraint expense_requests_paid_into_check;
alter table expense_requests add constraint expense_requests_paid_into_check check (paid_into in ('purse', 'account', 'company'));
