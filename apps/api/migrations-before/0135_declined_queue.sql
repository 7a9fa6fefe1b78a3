-- The queue of the declined is two states together: no index on the state has the newest of both side by side.
create index users_queue_declined on users (created_at desc, id desc) where is_customer and profile_status in ('declined', 'deactivated');
