-- A transfer may be one of a batch; of salaries only some of the company see it.
alter table transfers
  add column batch_id uuid references transfer_batches,
  add column batch_row integer,
  add column is_confidential boolean not null default false,
  add constraint transfers_of_batch check ((batch_id is null) = (batch_row is null));
-- A row of a batch is paid once.
create unique index transfers_batch on transfers (batch_id, batch_row) where batch_id is not null;
create index transfers_batch_moving on transfers (batch_id) where batch_id is not null and status in ('approved', 'sent', 'unknown');
create index transfers_company_account on transfers (company_id, account_no_hash, created_at desc) where account_no_hash is not null;
