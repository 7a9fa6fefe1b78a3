-- The planner takes what it knows of an expression from whole indexes only: from partial ones it would not learn that a word is common.
drop index users_source;
drop index profiles_employer;
create index users_source on users using gin (lower(registration_source) gin_trgm_ops);
create index profiles_employer on profiles using gin (lower(employer) gin_trgm_ops);
analyze users;
analyze profiles;
