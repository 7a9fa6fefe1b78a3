-- A person's messages, and the complaint that a paper came with, are found without reading all.
create index complaint_messages_user on complaint_messages (user_id, created_at);
create index complaints_document on complaints (document_id) where document_id is not null;
