-- What an employer says it kept back shields its people for a number of days after the pay day, not for ever.
alter table deduction_files
  add column shielded_until date,
  -- The day from which penalties and debits begin again for what was kept back and is not paid.
  add column shield_ended_on date;
update deduction_files set shielded_until = pay_day + 14;
alter table deduction_files alter column shielded_until set not null;
create index deduction_files_shielded on deduction_files (shielded_until, id)
  where status in ('open', 'confirmed') and shield_ended_on is null;
create index deduction_files_late on deduction_files (pay_day desc, id desc)
  where status = 'confirmed' and shield_ended_on is not null;

-- Of what is kept back, what the employer has confirmed: no card is debited for it.
alter table loans
  add column kept_back_confirmed_kobo bigint not null default 0,
  add constraint loans_kept_back_confirmed check (kept_back_confirmed_kobo between 0 and kept_back_kobo);
update loans l
set kept_back_confirmed_kobo = kept.kobo
from (
  select x.loan_id, sum(x.deducted_kobo)::bigint as kobo
  from deduction_lines x
  join deduction_files f on f.id = x.file_id and f.status in ('confirmed', 'paid')
  where x.receipt_id is null
  group by x.loan_id
) kept
where l.id = kept.loan_id and kept.kobo <= l.kept_back_kobo;

-- What was kept back of an instalment while its penalties were judged, and until which day: it has none for those days afterwards.
alter table repayments
  add column shielded_kobo bigint not null default 0 check (shielded_kobo >= 0),
  add column shielded_to date;

insert into configuration (key, value, is_public, description) values
  ('deduction_shield_days', '14', false, 'Days after the pay day in which what an employer kept back and has not paid costs its people no penalty and no debit');
