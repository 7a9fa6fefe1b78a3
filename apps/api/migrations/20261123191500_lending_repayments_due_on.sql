-- The list of instalments by their day, the paid ones too (docs/decisions/0031): it opens that way.
create index repayments_by_day on repayments (due_on, id);
