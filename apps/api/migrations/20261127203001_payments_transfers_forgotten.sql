-- When a payee was taken off the list of those who are kept: who was never kept is offered for what is sent each month, who was forgotten is not.
alter table transfer_payees add column forgotten_at timestamptz;
