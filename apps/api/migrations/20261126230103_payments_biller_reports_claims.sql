-- A claim that was credited here and that its provider never reports is a line of its own.
alter table bill_report_lines drop constraint bill_report_lines_reason_check;
alter table bill_report_lines add constraint bill_report_lines_reason_check check (
  reason in (
    'unknown_here', 'unknown_there', 'not_given_back', 'other_amount', 'late', 'paid_back', 'given_back', 'again'
  )
);
