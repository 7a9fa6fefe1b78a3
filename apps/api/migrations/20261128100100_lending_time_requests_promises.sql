-- A request for time ends by itself; one that was agreed to counts as a promise.
alter table time_requests drop constraint time_requests_status_check;
alter table time_requests add constraint time_requests_status_check
  check (status in ('pending', 'approved', 'declined', 'expired'));
create index time_requests_agreed on time_requests (user_id, decided_at desc)
  where kind = 'promise' and status = 'approved';
create index time_requests_agreed_for on time_requests (promised_on)
  where kind = 'promise' and status = 'approved';
create index assignment_contacts_promises on assignment_contacts (user_id, contacted_at desc)
  where promised_on is not null;
create index assignment_contacts_promised on assignment_contacts (promised_on) where promised_on is not null;
