/** Every posting on a person's wallet has a row in its list; what their tier allows is asked here, at one door. */
import type { CashLimit, PersonalMovement, PersonalWallet } from "@manilla/contract/people/wallet-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { Actor } from "../../../request.ts";
import { personalBalances } from "../../money/books/index.ts";
import { type PlanLimits, planLimits } from "../people/profiles/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type OwnLimits, type Room, limitsWith, tierRoom } from "./rules.ts";

interface Moved {
  user_id: string;
  kind: PersonalMovement;
  amount_kobo: bigint;
  reference: string;
  note?: string | null | undefined;
  payout_id?: string;
  /** The evidence of what colleagues did by hand. */
  slip_id?: string;
  ledger_transaction_id: string;
  actor: Actor;
  on: string;
}

/** Writes down what a posting did to a wallet; the person is locked. */
export async function recordPersonal(tx: Tx, wallet: PersonalWallet, moved: Moved): Promise<void> {
  const { actor, on, note, ...row } = moved;
  const balances = await personalBalances(tx, row.user_id);
  await tx
    .insertInto("personal_movements")
    .values({
      ...row,
      id: uuidv7(),
      wallet,
      balance_kobo: balances[`${wallet}_kobo`],
      note: note ?? null,
      moved_by: actor.user_id,
      business_date: on,
      happened_at: clock.now(),
    })
    .execute();
}

/** What has left the cash wallet on a business day; what did not arrive, or was given back, does not count. */
async function outOn(db: Database | Tx, user_id: string, on: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select
      coalesce(-sum(
        m.amount_kobo + case
          when m.kind = 'bill_paid' then coalesce((
            select sum(b.amount_kobo)
            from personal_movements b
            where b.user_id = m.user_id and b.kind = 'bill_back' and b.reference = m.reference
          ), 0)
          else 0
        end
      ), 0)::bigint as kobo
    from personal_movements m
    left join payouts p on p.id = m.payout_id
    where m.user_id = ${user_id}
      and m.wallet = 'cash'
      and m.business_date = ${on}::date
      and (
        (m.kind in ('withdrawn', 'sent') and coalesce(p.status, 'success') not in ('failed', 'reversed'))
        or m.kind = 'bill_paid'
      )
  `.execute(db);
  return rows[0]!.kobo;
}

/** What the person may do beyond their tier on a business day: of each kind the last that is valid. */
async function ownLimits(db: Database | Tx, user_id: string, on: string): Promise<OwnLimits> {
  const { rows } = await sql<{ kind: CashLimit; limit_kobo: bigint }>`
    select distinct on (kind) kind, limit_kobo
    from cash_limits
    where user_id = ${user_id} and (valid_until is null or valid_until >= ${on}::date)
    order by kind, set_at desc
  `.execute(db);
  return Object.fromEntries(rows.map(({ kind, limit_kobo }) => [kind, limit_kobo]));
}

/** What the person's tier, and their own limits, let in and out now: the one place that is asked before a personal balance moves. @param day another business day than today's */
export async function tierOf(
  db: Database | Tx,
  user_id: string,
  day?: string,
): Promise<{ limits: PlanLimits; into: Room | null; out: Room | null; out_today_kobo: bigint }> {
  const on = day ?? (await businessDate(db));
  const [tier, own, { cash_kobo: holds_kobo }, out_today_kobo] = await Promise.all([
    planLimits(db, user_id, on),
    ownLimits(db, user_id, on),
    personalBalances(db, user_id),
    outOn(db, user_id, on),
  ]);
  const limits = limitsWith(tier, own);
  const facts = { holds_kobo, out_today_kobo };
  return { limits, into: tierRoom("in", limits, facts), out: tierRoom("out", limits, facts), out_today_kobo };
}
