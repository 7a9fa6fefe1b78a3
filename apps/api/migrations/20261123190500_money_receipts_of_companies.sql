-- Money that a company receives for its wallet belongs to no person; the account number that it is paid into is the company's.
alter table receipts alter column user_id drop not null;
alter table receipts add column company_id uuid references companies;
alter table receipts add constraint receipts_belong_to_somebody check ((user_id is null) <> (company_id is null));
create index receipts_company on receipts (company_id, received_at desc, id desc) where company_id is not null;
alter table virtual_accounts alter column user_id drop not null;
alter table virtual_accounts add column company_id uuid unique references companies;
alter table virtual_accounts
  add constraint virtual_accounts_belong_to_somebody check ((user_id is null) <> (company_id is null));
