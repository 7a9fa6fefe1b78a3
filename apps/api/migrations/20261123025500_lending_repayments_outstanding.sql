-- The list of instalments is sorted by what is left of each.
create index repayments_outstanding on repayments (
  (
    case
      when status in ('superseded', 'waived', 'written_off') then 0::bigint
      else principal_kobo + interest_kobo + fees_kobo + penalty_kobo -
        (paid_principal_kobo + paid_interest_kobo + paid_fees_kobo + paid_penalty_kobo)
    end
  ),
  id
);
