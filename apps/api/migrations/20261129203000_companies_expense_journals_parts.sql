-- Which part of its expense a line has: a correction is then of that part, to the kobo. Lines do not change: those of before have none.
alter table expense_journal_lines add column part integer;
