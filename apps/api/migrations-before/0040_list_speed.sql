-- Lists: each declared sort with each declared filter. A filter on another column than the sort's is checked inside the index, before a row is
-- fetched. Pages of the data are as near as each other on today's disks; with the default the planner avoids an index that fits for one that does not.
do $$ begin execute format('alter database %I set random_page_cost = 1.1', current_database()); end $$;

create index loans_days_wide on loans (days_past_due, id, status, arrears_bucket, principal_kobo, product_id);
create index loans_due_wide on loans (next_due_on, id, status, arrears_bucket, principal_kobo, days_past_due, product_id);
create index loans_bucket_days on loans (arrears_bucket, days_past_due, id);
create index loans_bucket_due on loans (arrears_bucket, next_due_on, id);
create index loans_product on loans (product_id, created_at desc, id desc);
drop index loans_days;
drop index loans_next_due_all;

create index users_full_name on users using gin (lower(name || ' ' || last_name) gin_trgm_ops);
create index users_customers_names on users (last_name, id, status, profile_status, is_blacklisted) where is_customer;
drop index users_customers_name;
create index users_blacklisted on users (created_at desc, id desc) where is_blacklisted;
create index users_source on users using gin (lower(registration_source) gin_trgm_ops) where registration_source is not null;
create index profiles_employer on profiles using gin (lower(employer) gin_trgm_ops) where employer is not null;
create index profiles_salary on profiles (salary_kobo, user_id) where salary_kobo is not null;
