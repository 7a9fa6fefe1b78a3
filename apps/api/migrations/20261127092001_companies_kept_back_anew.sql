-- What was kept back before these figures existed: a file that is confirmed or paid and not given to the loan yet.
update loans l
set kept_back_kobo = kept.kobo, kept_back_confirmed_kobo = kept.kobo
from (
  select x.loan_id, sum(x.deducted_kobo)::bigint as kobo
  from deduction_lines x
  join deduction_files f on f.id = x.file_id and f.status in ('confirmed', 'paid')
  where x.receipt_id is null and (f.status = 'paid' or f.shield_ended_on is null)
  group by x.loan_id
) kept
where l.id = kept.loan_id and l.kept_back_kobo < kept.kobo;

-- Days for which no penalty was asked because the employer kept it back stay free, also where the shield ends with the next close.
update repayments r
set shielded_kobo = least(o.kobo, o.kept_back_kobo - o.before), shielded_to = (select business_date from business_calendar)
from (
  select i.id, i.kobo, l.kept_back_kobo,
    sum(i.kobo) over (partition by i.loan_id order by i.due_on, i.id) - i.kobo as before
  from (
    select id, loan_id, due_on, principal_kobo + interest_kobo + fees_kobo - paid_principal_kobo - paid_interest_kobo
      - paid_fees_kobo as kobo
    from repayments
    where status in ('due', 'part_paid', 'overdue') and due_on < (select business_date from business_calendar)
  ) i
  join loans l on l.id = i.loan_id
  where l.kept_back_kobo > 0
) o
where r.id = o.id and o.kobo > 0 and o.before < o.kept_back_kobo and r.shielded_to is null;
