-- An account of the company itself, though the bank calls it otherwise: what is sent there is no spend. The company's chain agrees to it.
alter table beneficiaries add column is_own boolean not null default false;
alter table beneficiary_changes add column is_own boolean not null default false;
