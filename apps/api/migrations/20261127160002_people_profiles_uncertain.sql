-- What a case was before it was marked uncertain: who marked it takes that back. Marks of before this have none, and are decided upon as ever.
alter table profiles add column uncertain_mark jsonb;
