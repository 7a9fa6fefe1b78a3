-- The newest loans of an arrears bucket: late loans are seldom new, so a walk along all loans by age is long.
create index loans_bucket_created on loans (arrears_bucket, created_at desc, id desc);
