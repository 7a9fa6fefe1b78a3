-- Lists of loans of people who are employed by companies.
create index loans_of_companies on loans (created_at desc, id desc) where company_id is not null;
create index loans_of_companies_principal on loans (principal_kobo, id) where company_id is not null;
