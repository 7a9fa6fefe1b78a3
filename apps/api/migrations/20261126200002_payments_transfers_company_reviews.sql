-- Companies' transfers are looked at by thresholds of their own.
insert into configuration (key, value, is_public, description) values
  ('company_review_payees', '10', false, 'More new beneficiaries than these paid by a company in the time of review: a colleague looks at the transfer'),
  ('company_review_from_kobo', '50000000', false, 'Money that came into a company''s wallet in that time is looked at when it leaves again, from this amount, in kobo'),
  ('company_review_failures', '10', false, 'So many single transfers of a company that failed in that time: a colleague looks at the next one');
create index transfers_company_failed on transfers (company_id, settled_at) where company_id is not null and status in ('failed', 'reversed');
