-- What a second click must not do twice, whatever its key.
alter table twin_requests add column done_at timestamptz;

-- The same question waits for a second person once. Of what waits twice already, the oldest stays.
update approvals a set status = 'withdrawn', decided_at = now(), decision_reason = 'The same waited already.'
  where status = 'pending' and exists (select 1 from approvals b where b.status = 'pending' and b.kind = a.kind and b.payload = a.payload and b.id < a.id);
create unique index approvals_asked_once on approvals (kind, md5(payload::text)) where status = 'pending';

-- The same rules over the same days run once at a time; afterwards again, for there may be new decisions in those days.
update backtests a set status = 'failed', failure = 'The same ran already.', finished_at = now()
  where status in ('pending', 'running') and exists (select 1 from backtests b where b.status in ('pending', 'running') and b.rule_set_id = a.rule_set_id and b.digest = a.digest and b.from_on = a.from_on and b.to_on = a.to_on and b.id < a.id);
create unique index backtests_run_once on backtests (rule_set_id, digest, from_on, to_on) where status in ('pending', 'running');
