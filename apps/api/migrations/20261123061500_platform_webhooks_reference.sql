-- What a provider reported of a payment is found by its reference.
create index webhooks_reference on webhooks ((body -> 'data' ->> 'reference'));
