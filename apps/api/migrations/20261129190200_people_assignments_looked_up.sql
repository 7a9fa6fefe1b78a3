-- What is looked up by one person: without these each time all of the table was read.
create index assignments_ended on assignments (user_id, ended_at desc) where ended_at is not null;
create index appeals_user on appeals (user_id, created_at desc);
create index data_requests_user on data_requests (user_id, kind);
create index employment_claims_user on employment_claims (user_id, created_at desc);
