-- Whether the last step-up was proved by the person's own device (authenticator or passkey), not by a code that was sent.
alter table sessions add column stepped_up_by_device boolean not null default false;
