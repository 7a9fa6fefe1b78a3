-- Somebody who has an account elsewhere is invited like anybody: until they accept with it, the invitation has a person of its own, and here is where it went.
alter table employments add column invited_email text, add column invited_phone text;
create index employments_invited_email on employments (lower(invited_email)) where invited_email is not null;
