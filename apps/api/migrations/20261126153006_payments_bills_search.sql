-- What colleagues find bills by: the number that was paid for, and the provider's reference.
create index bills_customer_no on bills (customer_no, created_at desc);
create index bills_provider_reference on bills (provider_reference) where provider_reference is not null;
