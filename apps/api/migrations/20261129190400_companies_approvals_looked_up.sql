-- The requests about one record: without this all requests of all companies were read.
create index company_approvals_subject on company_approvals (subject_id, created_at desc);
