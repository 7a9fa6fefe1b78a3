-- The global search looks for the beginnings of names first: two short lists of one word each are met sooner than the many of a name's trigrams.
create index users_name_words on users using gin (to_tsvector('simple', name || ' ' || last_name)) where erased_at is null;
