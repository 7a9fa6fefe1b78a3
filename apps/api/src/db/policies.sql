-- Row-level security, the second wall: a customer's or a company's request runs as manilla_tenant with its person and company set for that one
-- transaction (db/scope.ts), and sees those rows only; nothing set means no rows. The provider's staff and jobs run as manilla_app, whose policy is
-- the constant `true` and costs nothing. The conditions stand in coalesce(…) so that the planner takes them for what they are, a last look at rows that
-- the application's own conditions found, and not for a way to find them. Runs after every migration and covers every table with a user_id by itself.
-- A server of the user's own without the role manilla_tenant has the application's scope only (see docs/security.md).
do $$
declare
  rule record;
begin
  if not exists (select 1 from pg_roles where rolname = 'manilla_tenant') then return; end if;
  for rule in
    with own(table_name, condition) as (values
      ('users', $c$coalesce(id = (select scope_of('user_id')), false) or coalesce(company_id = (select scope_of('managed_company_id')), false)
        or ((select scope_of('managed_company_id')) is not null and exists (select 1 from loans l where l.user_id = users.id and l.company_id = (select scope_of('managed_company_id'))))
        or ((select scope_of('managed_company_id')) is not null and exists (select 1 from employment_claims e where e.user_id = users.id and e.company_id = (select scope_of('managed_company_id')) and e.status <> 'withdrawn'))$c$),
      ('employment_claims', $c$coalesce(user_id = (select scope_of('user_id')), false) or coalesce(company_id = (select scope_of('managed_company_id')), false)$c$),
      ('companies', $c$coalesce(id = (select scope_of('company_id')), false)$c$),
      ('loans', $c$coalesce(user_id = (select scope_of('user_id')), false) or coalesce(company_id = (select scope_of('managed_company_id')), false)$c$),
      -- A company's administrators read and change what their people may do; of those who only say that they work there they see the name.
      ('profiles', $c$coalesce(user_id = (select scope_of('user_id')), false) or ((select scope_of('managed_company_id')) is not null and exists (select 1 from users u where u.id = user_id
        and (u.company_id = (select scope_of('managed_company_id')) or exists (select 1 from loans l where l.user_id = u.id and l.company_id = (select scope_of('managed_company_id'))))))$c$),
      ('user_roles', $c$coalesce(user_id = (select scope_of('user_id')), false) or ((select scope_of('managed_company_id')) is not null and exists (select 1 from users u where u.id = user_id
        and (u.company_id = (select scope_of('managed_company_id')) or exists (select 1 from loans l where l.user_id = u.id and l.company_id = (select scope_of('managed_company_id'))))))$c$),
      ('user_permissions', $c$coalesce(user_id = (select scope_of('user_id')), false) or ((select scope_of('managed_company_id')) is not null and exists (select 1 from users u where u.id = user_id
        and (u.company_id = (select scope_of('managed_company_id')) or exists (select 1 from loans l where l.user_id = u.id and l.company_id = (select scope_of('managed_company_id'))))))$c$),
      -- A colleague who views as this person goes back to a session of their own.
      ('sessions', $c$user_id in ((select scope_of('user_id')), (select scope_of('viewer_id')))$c$),
      ('saved_views', $c$coalesce(owner_id = (select scope_of('user_id')), false) or (is_shared and coalesce(company_id = (select scope_of('company_id')), false))$c$),
      ('idempotency_keys', $c$principal = (select scope_of('user_id'))::text$c$),
      ('approvals', $c$coalesce(maker_id = (select scope_of('user_id')), false)$c$),
      ('transitions', $c$coalesce(subject_id = (select scope_of('user_id')), false) or exists (select 1 from loans l where l.id = subject_id) or exists (select 1 from repayments r where r.id = subject_id) or exists (select 1 from payouts p where p.id = subject_id)$c$),
      ('receipt_allocations', $c$exists (select 1 from receipts r where r.id = receipt_id)$c$),
      ('repayment_reminders', $c$exists (select 1 from repayments r where r.id = repayment_id)$c$),
      ('arrears_history', $c$exists (select 1 from loans l where l.id = loan_id)$c$),
      ('statement_transactions', $c$exists (select 1 from documents d where d.id = document_id)$c$),
      ('activities', $c$exists (select 1 from activity_users a where a.activity_id = activities.id)$c$),
      -- The provider's own: no row of these for any customer or company.
      ('audit_records', 'false'), ('twin_requests', 'false'), ('key_holders', 'false'), ('audit_blocks', 'false'), ('imports', 'false'), ('import_rows', 'false'), ('webhooks', 'false'), ('bank_statements', 'false'), ('bank_statement_lines', 'false'),
      ('reconciliation_items', 'false'), ('unidentified_receipts', 'false'), ('job_runs', 'false'), ('business_days', 'false'), ('business_day_steps', 'false')
    ), every(table_name, condition) as (
      select table_name, condition from own where to_regclass('public.' || table_name) is not null
      union all
      select c.table_name::text, $c$coalesce(user_id = (select scope_of('user_id')), false)$c$
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'user_id' and c.table_name not in (select table_name from own)
    )
    -- Added for others in passing: the message to a colleague, the record of what was done.
    select table_name, condition, table_name in ('notifications', 'transitions', 'audit_records', 'activities', 'activity_users') as may_add from every order by table_name
  loop
    execute format('alter table %I enable row level security', rule.table_name);
    execute format('drop policy if exists provider on %I', rule.table_name);
    execute format('drop policy if exists tenant on %I', rule.table_name);
    execute format('drop policy if exists tenant_adds on %I', rule.table_name);
    if exists (select 1 from pg_roles where rolname = 'manilla_app') then
      execute format('create policy provider on %I to manilla_app using (true) with check (true)', rule.table_name);
    end if;
    execute format('create policy tenant on %I to manilla_tenant using (%s)', rule.table_name, rule.condition);
    if rule.may_add then execute format('create policy tenant_adds on %I for insert to manilla_tenant with check (true)', rule.table_name); end if;
  end loop;
end $$;
