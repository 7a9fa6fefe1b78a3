-- Interest on overdue principal (record 0028): declining or equal principal, interest to date. Others have no day's interest to add to.
alter table loan_product_versions
  add column interest_on_overdue boolean not null default false,
  add check (not interest_on_overdue or (method <> 'flat' and settlement_interest = 'to_date'));
