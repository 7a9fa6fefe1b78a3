-- Close of business changes figures of every loan every day; room on the page keeps those updates away from the indexes.
alter table loans set (fillfactor = 80);
alter table repayments set (fillfactor = 85);
create index charges_created on charges (created_at desc, id desc);
