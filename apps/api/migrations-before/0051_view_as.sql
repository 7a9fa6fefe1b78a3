-- "View as": a session of the person who is looked at, opened by a colleague. It ends with the colleague's own session.
alter table sessions add column viewer_id uuid references users;
alter table sessions add column viewer_session_id uuid references sessions on delete cascade;
alter table sessions add constraint sessions_viewer check ((viewer_id is null) = (viewer_session_id is null));
create index sessions_viewer_session on sessions (viewer_session_id) where viewer_session_id is not null;
