/** Every posting on a person's wallet has a row in its list; what their tier allows is checked here, at one door. */
import type { PaymentChannel } from "@manilla/contract/money/payment-channels";
import type { PersonalMovement, PersonalWallet } from "@manilla/contract/people/wallet-kinds";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { ask, fixed } from "../../../db/fixed.ts";
import { later } from "../../../db/pipelined-database.ts";
import { insertRows } from "../../../db/rows.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { Actor } from "../../../request.ts";
import { accountOf, ledgerHolds } from "../../money/books/index.ts";
import type { PlanLimits } from "../people/profiles/index.ts";
import { type Room, type TierLimits, limitsWith, tierRoom } from "./rules.ts";

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

type MovementRow = Omit<Selectable<DB["personal_movements"]>, "balance_kobo"> & { account: string };
/** What the wallet holds is of the ledger and not of what was read before: a payment by card does not lock the person. */
const newMovement = fixed<MovementRow>(
  (place) => sql`
    insert into personal_movements (
      id, user_id, wallet, kind, amount_kobo, balance_kobo, reference, note, payout_id, slip_id, ledger_transaction_id, moved_by,
      business_date, happened_at
    )
    values (
      ${place("id")}, ${place("user_id")}, ${place("wallet")}, ${place("kind")}, ${place("amount_kobo")},
      ${ledgerHolds(place("account"))}, ${place("reference")}, ${place("note")}, ${place("payout_id")}, ${place("slip_id")},
      ${place("ledger_transaction_id")}, ${place("moved_by")}, ${place("business_date")}, ${place("happened_at")}
    )
  `,
);

/** Writes down what a posting did to a wallet; the person is locked. */
export async function recordPersonal(tx: Tx, wallet: PersonalWallet, moved: Moved): Promise<void> {
  const { actor, on, note = null, payout_id = null, slip_id = null, ...row } = moved;
  const account = accountOf(`${wallet}_wallet`, row.user_id);
  const now = { id: uuidv7(), moved_by: actor.user_id, business_date: on, happened_at: clock.now() };
  await later(tx, newMovement(tx, { ...row, ...now, wallet, account, note, payout_id, slip_id }));
}

const COUNTED = { balance_kobo: ledgerHolds(sql<string>`u.wallet || '_wallet:' || u.user_id`) };

/** {@link recordPersonal} of several people, in one statement. */
export const recordPersonals = (tx: Tx, wallet: PersonalWallet, moved: readonly Moved[]): Promise<void> =>
  insertRows(
    tx,
    "personal_movements",
    moved.map(({ actor, on, note = null, payout_id = null, slip_id = null, ...row }) => ({
      ...row,
      id: uuidv7(),
      wallet,
      // Of the ledger, when it is written.
      balance_kobo: 0n,
      note,
      payout_id,
      slip_id,
      moved_by: actor.user_id,
      business_date: on,
      happened_at: clock.now(),
    })),
    COUNTED,
  );

/** What holds for a person's cash on a business day; each amount in kobo, a limit that is null does not limit. */
export interface CashFacts {
  user_id: string;
  business_date: string;
  is_post_no_debit: boolean;
  /** Blacklisted, erased or deactivated. */
  is_stopped: boolean;
  /** Whether the account of the cash wallet was opened. */
  has_wallet: boolean;
  cash_kobo: bigint;
  /** What of it may leave: what is held is there and not free. */
  free_kobo: bigint;
  out_today_kobo: bigint;
  /** Since the first of the month, where the tier bounds that; else as today. */
  out_month_kobo: bigint;
  /** Transfers that have left on the day. */
  sent_today: number;
  limits: PlanLimits;
  /** Of the tier alone, without what the person was given beyond it. */
  tier: PlanLimits;
  /** What may come in at once, and still leave today by the channel that was requested. */
  into: Room | null;
  out: Room | null;
  /** The limit of that channel in a day, and what has left by it; null without one. */
  channel: { name: PaymentChannel; limit_kobo: bigint; out_today_kobo: bigint } | null;
}
type Row = Omit<CashFacts, "limits" | "tier" | "into" | "out" | "channel"> &
  PlanLimits & { channel_kobo: bigint | null; out_channel_kobo: bigint } & Record<
    `own_${keyof TierLimits}`,
    bigint | null
  >;

function factsOf(row: Row, name: PaymentChannel): CashFacts {
  const { plan, single_deposit_kobo, daily_outflow_kobo, balance_kobo, daily_transfers, ...rest } = row;
  const { single_outflow_kobo, monthly_outflow_kobo, channel_kobo, out_channel_kobo, ...facts } = rest;
  if (!plan) throw new Error("there are no limits for this plan");
  const out_limits = { daily_outflow_kobo, single_outflow_kobo, monthly_outflow_kobo };
  const tier = { plan, single_deposit_kobo, balance_kobo, daily_transfers, ...out_limits };
  const limits = limitsWith(tier, {
    single_deposit_kobo: row.own_single_deposit_kobo,
    daily_outflow_kobo: row.own_daily_outflow_kobo,
    single_outflow_kobo: row.own_single_outflow_kobo,
    monthly_outflow_kobo: row.own_monthly_outflow_kobo,
    balance_kobo: row.own_balance_kobo,
  });
  const { cash_kobo: holds_kobo, out_today_kobo, out_month_kobo } = row;
  const channel = channel_kobo === null ? null : { name, limit_kobo: channel_kobo, out_today_kobo: out_channel_kobo };
  const used = { holds_kobo, out_today_kobo, out_month_kobo, channel };
  const room = (direction: "in" | "out") => tierRoom(direction, limits, used);
  return { ...facts, limits, tier, into: room("in"), out: room("out"), channel };
}

/** Columns by name: a statement that returns `*` is not prepared. */
const factsStatement = fixed<
  { people: readonly string[]; on: string | null; is_moving: boolean; channel: PaymentChannel },
  Row
>(
  (place) => sql`
    select user_id, business_date, is_post_no_debit, is_stopped, plan, single_deposit_kobo, daily_outflow_kobo,
      balance_kobo, own_single_deposit_kobo, own_daily_outflow_kobo, own_balance_kobo, has_wallet, cash_kobo, free_kobo,
      out_today_kobo, daily_transfers, sent_today, single_outflow_kobo, monthly_outflow_kobo, own_single_outflow_kobo,
      own_monthly_outflow_kobo, out_month_kobo, channel_kobo, out_channel_kobo
    from cash_facts(${place("people")}::uuid[], ${place("on")}::date, ${place("is_moving")}, ${place("channel")})
  `,
);

/**
 * What holds for the cash of people, read in one statement.
 * @param asked.on another business day than today's
 * @param asked.is_moving locks them before
 */
async function cashFacts(
  db: Database | Tx,
  people: readonly string[],
  {
    on = null,
    is_moving = false,
    channel = "online",
  }: { on?: string | null | undefined; is_moving?: boolean; channel?: PaymentChannel | undefined },
): Promise<CashFacts[]> {
  const rows = await ask(db, factsStatement(db, { people, on, is_moving, channel }));
  return people.map((id) => {
    const row = rows.find(({ user_id }) => user_id === id);
    if (!row) throw new Error("This person is not there.");
    return factsOf(row, channel);
  });
}

/** What a person's tier, and their own limits, let in and out now: the one check before a personal balance moves. @param day another business day than today's @param channel by which it leaves */
export async function tierOf(
  db: Database | Tx,
  user_id: string,
  day?: string,
  channel?: PaymentChannel,
): Promise<CashFacts> {
  const [facts] = await cashFacts(db, [user_id], { on: day, channel });
  return facts!;
}

const freeStatement = fixed<{ people: readonly string[] }, { id: string }>(
  (place) => sql`select id from lock_free_people(${place("people")}::uuid[]) as id`,
);
/** Locks those of these people whom nobody else has locked: who moves the cash of many waits for no stranger. */
export const lockFreePeople = async (tx: Tx, people: readonly string[]): Promise<Set<string>> =>
  new Set((await ask(tx, freeStatement(tx, { people }))).map(({ id }) => id));

/** Locks the people whose cash moves, in one order. @param channel by which it leaves @returns what holds for each, in the order asked */
export const lockCash = (
  tx: Tx,
  people: readonly string[],
  on?: string,
  channel?: PaymentChannel,
): Promise<CashFacts[]> => cashFacts(tx, people, { on, is_moving: true, channel });
