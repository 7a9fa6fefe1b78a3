-- After a decline its holder asks the company, once.
alter table card_authorisations add column asked_company_at timestamptz;
