-- Flat loans: what a prepayment does to the interest of the periods that have not begun.
alter table loan_product_versions
  add column flat_prepayment text not null default 'proportional' check (flat_prepayment in ('proportional', 'none'));
