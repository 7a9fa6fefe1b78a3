-- A new code ends the unused ones of its person: without this all codes were read.
create index one_time_codes_user on one_time_codes (user_id) where used_at is null;
