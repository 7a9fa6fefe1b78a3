-- The text of a statement's PDF as it was read at the door: a password is needed once only, and is not kept.
alter table statement_analyses add column text_storage_name text;
