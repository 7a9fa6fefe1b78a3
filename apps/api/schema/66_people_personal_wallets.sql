-- What moved in the wallets of people: their rewards and their cash. The money itself is in the ledger.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- One row for each wallet that a posting moved.
create table personal_movements (
  id uuid primary key,
  user_id uuid not null references users,
  wallet text not null check (wallet in ('reward', 'cash')),
  kind text not null check (kind in ('earned', 'given', 'redeemed', 'expired', 'withdrawn', 'came_back')),
  amount_kobo bigint not null check (amount_kobo <> 0),
  -- Of the wallet, after it.
  balance_kobo bigint not null check (balance_kobo >= 0),
  reference text not null,
  note text,
  -- Where it left for a bank account, or came back from one.
  payout_id uuid references payouts,
  moved_by uuid references users,
  ledger_transaction_id uuid not null,
  business_date date not null,
  happened_at timestamptz not null
);
create index personal_movements_happened on personal_movements (happened_at desc, id desc);
create index personal_movements_amount on personal_movements (amount_kobo, id);
create index personal_movements_user on personal_movements (user_id, happened_at desc, id desc);
create index personal_movements_payout on personal_movements (payout_id) where payout_id is not null;
create index personal_movements_moved_by on personal_movements (moved_by) where moved_by is not null;

-- Part 2, made anew after each migration.

select pg_temp.rights('personal_movements', 'own rows');

-- Locks those of several people whom nobody else has locked, in one order, so that who moves the cash of many waits for
-- no stranger.
create or replace function lock_free_people(people uuid[]) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  select u.id from users u where u.id = any(people) order by u.id for no key update skip locked
$$;

-- What holds for the cash of people on a business day (null: today's), read in one go: whether they are stopped, the limits of their tier and their own, what
-- is there, what is free, and what has left. With the owner's rights, for a transfer concerns two: who calls it has decided that they may be asked about.
-- People whose money moves are locked before, in one order, so that two transfers towards each other do not wait for each other.
-- `by_channel` is how what leaves now came (money/payment-channels.ts).
create or replace function cash_facts(people uuid[], asked_on date, is_moving boolean, by_channel text)
returns table (
  user_id uuid, business_date date, is_post_no_debit boolean, is_stopped boolean, plan text, single_deposit_kobo bigint,
  daily_outflow_kobo bigint, balance_kobo bigint, own_single_deposit_kobo bigint, own_daily_outflow_kobo bigint,
  own_balance_kobo bigint, has_wallet boolean, cash_kobo bigint, free_kobo bigint, out_today_kobo bigint,
  daily_transfers integer, sent_today integer, single_outflow_kobo bigint, monthly_outflow_kobo bigint,
  own_single_outflow_kobo bigint, own_monthly_outflow_kobo bigint, out_month_kobo bigint, channel_kobo bigint,
  out_channel_kobo bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  on_day date;
  channel_limit bigint := (
    select nullif(g.value::text::bigint, 0) from configuration g where g.key = 'channel_' || by_channel || '_person_kobo'
  );
begin
  if is_moving then
    perform from users u where u.id = any(people) order by u.id for no key update;
  end if;
  on_day := coalesce(asked_on, (select c.business_date from business_calendar c limit 1));
  return query
  select u.id, on_day, u.is_post_no_debit,
    u.is_blacklisted or u.erased_at is not null or coalesce(u.profile_status = 'deactivated', false),
    l.plan, l.single_deposit_kobo, l.daily_outflow_kobo, l.balance_kobo, o.single_deposit, o.daily_outflow, o.balance,
    a.id is not null,
    coalesce(-b.balance_kobo, 0)::bigint, coalesce(-b.balance_kobo - b.held_kobo, 0)::bigint, m.kobo, l.daily_transfers, m.sent,
    l.single_outflow_kobo, l.monthly_outflow_kobo, o.single_outflow, o.monthly_outflow, m.month_kobo, channel_limit,
    m.channel_kobo
  from users u
  left join lateral (
    select p.plan from user_plans p where p.user_id = u.id order by p.set_at desc limit 1
  ) p on true
  left join lateral (
    select t.*
    from plan_limits t
    where t.plan = coalesce(p.plan, 'tier_1') and t.valid_from <= on_day
    order by t.valid_from desc
    limit 1
  ) l on true
  left join lateral (
    -- Of each kind the last that is valid.
    select max(c.limit_kobo) filter (where c.kind = 'single_deposit') as single_deposit,
      max(c.limit_kobo) filter (where c.kind = 'daily_outflow') as daily_outflow,
      max(c.limit_kobo) filter (where c.kind = 'balance') as balance,
      max(c.limit_kobo) filter (where c.kind = 'single_outflow') as single_outflow,
      max(c.limit_kobo) filter (where c.kind = 'monthly_outflow') as monthly_outflow
    from (
      select distinct on (c.kind) c.kind, c.limit_kobo
      from cash_limits c
      where c.user_id = u.id and (c.valid_until is null or c.valid_until >= on_day)
      order by c.kind, c.set_at desc
    ) c
  ) o on true
  left join ledger.accounts a on a.tenant = '' and a.code = 'cash_wallet:' || u.id
  left join ledger.balances b on b.account_id = a.id
  left join lateral (
    -- What did not arrive, or was given back, has not left.
    select coalesce(-sum(m.amount_kobo + d.back_kobo) filter (where m.business_date = on_day), 0)::bigint as kobo,
      coalesce(-sum(m.amount_kobo + d.back_kobo), 0)::bigint as month_kobo,
      (count(*) filter (where m.business_date = on_day and m.kind = 'sent' and t.status is distinct from 'refunded'))::integer as sent,
      -- What cards take has limits of its own.
      coalesce(-sum(m.amount_kobo + d.back_kobo) filter (
        where channel_limit is not null and m.business_date = on_day and m.kind <> 'card_paid' and by_channel = case
          when m.kind = 'sent' and (t.due_on is not null or t.standing_date_id is not null) then 'planned'
          when m.kind = 'bill_paid' and m.moved_by is null and exists (
            select 1 from bills b where b.reference = m.reference and b.order_id is not null
          ) then 'file'
          when m.kind = 'bill_paid' and m.moved_by is null then 'planned'
          else 'online'
        end
      ), 0)::bigint as channel_kobo
    from personal_movements m
    left join payouts y on y.id = m.payout_id
    left join transfers t on m.kind = 'sent' and t.reference = m.reference
    cross join lateral (
      select case
        when m.kind = 'bill_paid' then coalesce((
          select sum(back.amount_kobo)
          from personal_movements back
          where back.user_id = m.user_id and back.kind = 'bill_back' and back.reference = m.reference
        ), 0)
        else coalesce(t.refunded_kobo, 0)
      end as back_kobo
    ) d
    -- The days of the month are read only where something bounds them.
    where m.user_id = u.id and m.wallet = 'cash' and m.business_date <= on_day
      and m.business_date >= case when l.monthly_outflow_kobo is null then on_day else date_trunc('month', on_day)::date end
      and (
        (m.kind in ('withdrawn', 'sent') and coalesce(y.status, 'success') not in ('failed', 'reversed'))
        or m.kind in ('bill_paid', 'dollars_bought', 'card_paid')
      )
  ) m on true
  where u.id = any(people);
end $$;

-- The version before asks without a channel; in a rolling upgrade both are there.
create or replace function cash_facts(people uuid[], asked_on date, is_moving boolean)
returns table (
  user_id uuid, business_date date, is_post_no_debit boolean, is_stopped boolean, plan text, single_deposit_kobo bigint,
  daily_outflow_kobo bigint, balance_kobo bigint, own_single_deposit_kobo bigint, own_daily_outflow_kobo bigint,
  own_balance_kobo bigint, has_wallet boolean, cash_kobo bigint, free_kobo bigint, out_today_kobo bigint,
  daily_transfers integer, sent_today integer, single_outflow_kobo bigint, monthly_outflow_kobo bigint,
  own_single_outflow_kobo bigint, own_monthly_outflow_kobo bigint, out_month_kobo bigint
)
language sql security definer set search_path = public, pg_temp as $$
  select user_id, business_date, is_post_no_debit, is_stopped, plan, single_deposit_kobo, daily_outflow_kobo, balance_kobo,
    own_single_deposit_kobo, own_daily_outflow_kobo, own_balance_kobo, has_wallet, cash_kobo, free_kobo, out_today_kobo,
    daily_transfers, sent_today, single_outflow_kobo, monthly_outflow_kobo, own_single_outflow_kobo,
    own_monthly_outflow_kobo, out_month_kobo
  from cash_facts(people, asked_on, is_moving, null)
$$;
