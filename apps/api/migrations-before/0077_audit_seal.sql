-- Personal values of an audit record stand encrypted with the person's own key: erasing the person destroys the key, the record stays and its chain holds.
-- Records from before this cannot be changed, by design of the table; they go with their month when the retention of six years is over.
alter table audit_records
  add column sealed bytea,
  -- Whose key opens it; null where nothing is sealed.
  add column about_id uuid,
  -- As whom a colleague looked at the application; their name is read when it is shown.
  add column viewed_id uuid;

-- Whom a message to a colleague names, so that it can be forgotten with them.
alter table notifications add column about_id uuid;
create index notifications_about on notifications (about_id) where about_id is not null;
