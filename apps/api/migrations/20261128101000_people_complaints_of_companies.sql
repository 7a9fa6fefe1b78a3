-- A complaint is also a company's: made by one of its people for it. Nobody has recorded one before.
alter table complaints add column company_id uuid references companies;
create index complaints_company on complaints (company_id, due_on, id) where company_id is not null;
update complaints c
set company_id = u.company_id
from users u
where u.id = c.user_id and not u.is_customer and u.company_id is not null;
