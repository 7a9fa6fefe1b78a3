-- What the lists of people's requests and checks sort by besides.
create index users_bvn_verified on users (bvn_verified_at, id) where is_customer and erased_at is null;
create index appeals_decided on appeals (decided_at, id);
create index identity_verifications_decided on identity_verifications (decided_at, id);
create index assignments_contacted on assignments (contacted_at, id) where ended_at is null;
create index assignments_attended on assignments (attended_at, id) where ended_at is null;
create index statement_analyses_salaries on statement_analyses (salary_kobo, document_id);
create index cash_limit_requests_before on cash_limit_requests (limit_before_kobo, id);
create index cash_limit_requests_granted on cash_limit_requests (granted_kobo, id);
