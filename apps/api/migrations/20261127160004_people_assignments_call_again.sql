-- On which day a person is called again, where a contact ended with that: the worklist of calls. The newest contact counts.
alter table assignment_contacts add column call_again_on date;
create index assignment_contacts_call_again on assignment_contacts (call_again_on) where call_again_on is not null;
