-- A company's own files of its people.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('users', 'staff'));
alter table imports add column company_id uuid references companies;
alter table imports add constraint imports_company_check check ((kind = 'staff') = (company_id is not null));
create index imports_company on imports (company_id, created_at desc, id desc) where company_id is not null;
