-- What leaves the wallet of a company goes to a bank account through the same engine; whose money it was.
alter table payouts add column company_id uuid references companies;
create index payouts_company on payouts (company_id, created_at desc, id desc) where company_id is not null;
-- A request is on its way, or paid, once.
create unique index payouts_request_once on payouts (subject_id)
  where purpose = 'expense_request' and status not in ('failed', 'reversed');
