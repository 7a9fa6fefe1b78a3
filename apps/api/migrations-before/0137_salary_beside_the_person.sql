-- A copy for lists, like the profile's status: people are filtered by salary under the sorts of people. With the salary in the other table each of a thousand
-- candidates had to be looked up there, whether the rows were found first or met along the sort.
alter table users add column profile_salary_kobo bigint;
create or replace function copy_profile_status() returns trigger language plpgsql as $$
begin
  update users set profile_status = new.status, profile_salary_kobo = new.salary_kobo
  where id = new.user_id and (profile_status is distinct from new.status or profile_salary_kobo is distinct from new.salary_kobo);
  return null;
end $$;
drop trigger profiles_status_copy on profiles;
create trigger profiles_copy after insert or update of status, salary_kobo on profiles for each row execute function copy_profile_status();
alter table users disable trigger user;
update users u set profile_salary_kobo = p.salary_kobo from profiles p where p.user_id = u.id and p.salary_kobo is not null;
alter table users enable trigger user;
drop index profiles_salary;
-- With everything that finding and sorting them asks for: nothing is fetched from the table but the page.
create index users_profile_salary on users (profile_salary_kobo) include (id, last_name, created_at) where is_customer and erased_at is null and profile_salary_kobo is not null;
