-- How many fresh reports of different credit bureaus a grant or a rescheduling needs.
alter table loan_product_versions
  add column bureau_reports_required smallint not null default 0 check (bureau_reports_required between 0 and 2);
