-- What is looked for is compared without capitals and without marks: somebody types "olajide" for Ọlájídé and "danladi" for Ɗanladi. Only the letters
-- A to Z have small ones here, whatever the server's locale, so that the application can do exactly the same to what was typed (`folded`, list-conditions.ts).
create function folded(original text) returns text language sql immutable strict parallel safe as $$
  select lower((case when original ~ '[^ -~]' then translate(regexp_replace(normalize(original, NFD), '[\u0300-\u036f]', '', 'g'), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy') else original end) collate "C")
$$;

-- What the search box of every list of people looks into.
drop index users_search;
drop index users_full_name;
drop index users_find_name;
drop index users_find_last_name;
drop index users_source;
alter table users add column search_text text not null generated always as (folded(name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, ''))) stored;
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_source on users using gin (folded(registration_source) gin_trgm_ops);
create index users_find_name on users (folded(name) text_pattern_ops, folded(last_name) text_pattern_ops) where erased_at is null;
create index users_find_last_name on users (folded(last_name) text_pattern_ops, folded(name) text_pattern_ops) where erased_at is null;
alter table users alter column search_text set statistics 500;
drop index profiles_employer;
create index profiles_employer on profiles using gin (folded(employer) gin_trgm_ops);
alter index profiles_employer alter column 1 set statistics 500;
drop index companies_name_search;
create index companies_name_search on companies using gin (folded(name) gin_trgm_ops);

create or replace function customer_name_of(person uuid) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select folded(name || ' ' || last_name) from users where id = person), '')
$$;
create or replace function recopy_customer_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update loans set customer_name = folded(new.name || ' ' || new.last_name) where user_id = new.id;
  return null;
end $$;
alter table loans disable trigger user;
update loans l set customer_name = folded(u.name || ' ' || u.last_name) from users u where u.id = l.user_id and u.name || u.last_name ~ '[^ -~]';
alter table loans enable trigger user;
analyze users;
analyze profiles;
