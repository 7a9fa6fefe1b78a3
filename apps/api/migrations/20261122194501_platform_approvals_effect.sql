-- What carrying a request out did (postings, figures before and after), kept with the decision.
alter table approvals add column effect jsonb;
-- Those that wait come first.
create index approvals_waiting_first on approvals ((status = 'pending') desc, id desc);
