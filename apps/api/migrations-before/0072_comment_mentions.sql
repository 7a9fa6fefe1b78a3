-- Colleagues whom a comment names. The body holds `@{id}`; the name is looked up, so that a changed name shows as it is now.
create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  -- Whose case it is about.
  user_id uuid not null references users,
  mentioned_id uuid not null references users,
  primary key (comment_id, mentioned_id)
);
create index comment_mentions_user on comment_mentions (user_id);
create index comment_mentions_mentioned on comment_mentions (mentioned_id);
