-- A person's own requests for more: without this all requests were read.
create index limit_requests_user on limit_requests (user_id, created_at desc);
