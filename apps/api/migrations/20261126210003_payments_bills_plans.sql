-- The same is bought by itself once: two clicks make no second plan.
create unique index bill_plans_same on bill_plans (user_id, kind, service, item, customer_no) where status <> 'ended';
