-- Timelines read the requests about a person, a company or a loan.
create index approvals_of_person on approvals ((payload ->> 'user_id'));
create index approvals_of_company on approvals ((payload ->> 'company_id'));
create index approvals_of_loan on approvals ((payload ->> 'loan_id'));
create index approvals_items on approvals using gin (items jsonb_path_ops);
