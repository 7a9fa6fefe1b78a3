-- Notices that also leave by text message or mail: handed on by the worker, so that recording money waits for neither.
alter table notifications add column also text[];
create index notifications_also on notifications (id) where also is not null;
