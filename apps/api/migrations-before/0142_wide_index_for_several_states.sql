-- The wide indexes are for walks: along a sort, with the rows of several states or of a range told apart in the index. Where one state or one bucket is asked for, the index that begins with it is right,
-- but PostgreSQL 18 may believe that it can skip through a wide one as cheaply (past due by days upwards: 28 ms through a million entries, 0.1 ms in the index of the state). Under a collation of
-- its own the state in a wide index serves only conditions that name that collation, as a walk's do (loans/queries.ts).
drop index loans_created_wide, loans_days_wide, loans_due_wide, loans_disbursed_wide;
create index loans_created_wide on loans (created_at desc, id desc, status collate "C", arrears_bucket collate "C", principal_kobo, days_past_due, product_id, disbursed_on);
create index loans_days_wide on loans (days_past_due, id, status collate "C", arrears_bucket collate "C", principal_kobo, product_id);
create index loans_due_wide on loans (next_due_on, id, status collate "C", arrears_bucket collate "C", principal_kobo, days_past_due, product_id);
-- No index begins with the bucket and goes on with this day: there the wide one is what tells one bucket apart as well.
create index loans_disbursed_wide on loans (disbursed_on, id, status collate "C", arrears_bucket collate "C", arrears_bucket, principal_kobo, days_past_due, product_id, created_at);
