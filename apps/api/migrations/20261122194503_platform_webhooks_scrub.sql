-- Events carried whole account numbers and names (D1). Of those that are kept only what they are about, how much and how it went stays.
update webhooks
set body = jsonb_build_object(
  'data',
  (
    select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
    from jsonb_each(case when jsonb_typeof(body -> 'data') = 'object' then body -> 'data' else '{}'::jsonb end)
    where key in ('reference', 'transfer_code', 'id', 'amount', 'status', 'message_id', 'event', 'severity', 'code')
      and jsonb_typeof(value) in ('string', 'number')
  )
);
