-- The lists that the home's figures open: loans that were late no more in a day, and who asked a second person for what was decided in a day.
create index loans_cured on loans (cured_on, id) where cured_on is not null;
create index approvals_of_maker on approvals (maker_id, decided_at desc);
