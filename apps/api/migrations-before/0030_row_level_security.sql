-- The second wall between tenants (decisions.md "Database roles"): whose request this is, told by the application in the transaction of the request.
-- The policies themselves are in src/db/policies.sql, which runs after every migration: a new table gets its policy by itself.
create function scope_of(name text) returns uuid language sql stable parallel safe as $$ select nullif(current_setting('manilla.' || name, true), '')::uuid $$;

-- What a customer's request has to know of others, and no more: who is told, and whether a number is somebody else's already.
create function holders_of_roles(slugs text[]) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select distinct user_id from user_roles where role = any(slugs)
$$;
create function people_with_number(kind text, hash bytea) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from profiles where case kind when 'bvn' then bvn_hash = hash when 'nin' then nin_hash = hash end
$$;
create function people_with_account(hash bytea, bank text) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from profiles where account_no_hash = hash and bank_code = bank
$$;
