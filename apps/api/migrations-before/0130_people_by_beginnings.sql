-- People are found while somebody types: by the beginnings of their names in either order, of their mail address or phone, or by the end of their phone.
-- Both names stand in each index, so that a common one beside a rare one is met without reading everybody who has the common one.
create index users_find_name on users (lower(name) text_pattern_ops, lower(last_name) text_pattern_ops) where erased_at is null;
create index users_find_last_name on users (lower(last_name) text_pattern_ops, lower(name) text_pattern_ops) where erased_at is null;
create index users_find_email on users (lower(email) text_pattern_ops) where erased_at is null;
create index users_find_phone on users (phone text_pattern_ops) where phone is not null and erased_at is null;
create index users_find_phone_end on users (right(phone, 4)) where phone is not null and erased_at is null;
-- The words of names are no longer looked up by themselves.
drop index users_name_words;
analyze users;
