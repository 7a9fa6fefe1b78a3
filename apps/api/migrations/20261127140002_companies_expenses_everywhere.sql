-- The provider's staff list the expenses of all companies.
create index expenses_created on expenses (created_at desc, id desc);
create index expenses_amount on expenses (amount_kobo, id);
