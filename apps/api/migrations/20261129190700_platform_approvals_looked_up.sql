-- What one colleague decided: without this all requests were read.
create index approvals_of_checker on approvals (checker_id, decided_at desc) where checker_id is not null;
