-- What came back of an expense after a journal took it: the next journal has it, and is negative where that is more than was spent.
alter table expense_journals drop constraint expense_journals_total_kobo_check;
alter table expense_journal_lines drop constraint expense_journal_lines_amount_kobo_check;
alter table expense_journal_lines add constraint expense_journal_lines_amount_kobo_check check (amount_kobo <> 0);
create index expense_journal_lines_expense on expense_journal_lines (expense_id);
