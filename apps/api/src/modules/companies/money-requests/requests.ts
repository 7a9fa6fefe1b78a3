/** What is asked, kept until a second person of the company has decided, and carried out as it was asked. */
import type { ChainKind } from "@manilla/contract/companies/chain-steps";
import { day, naira } from "@manilla/contract/formats";
import type { Permission } from "@manilla/contract/permissions";
import { uuidv7 } from "uuidv7";
import type { ChainSubject, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, refusalInWords } from "../../../errors.ts";
import type { Actor } from "../../../request.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { secondPersonFirst } from "../approval-chains/index.ts";
import { holds } from "../wallet-movements/index.ts";

/** What can be asked: the chain that decides it, the permission it takes, and its words. */
const KINDS = {
  wallet_limit: {
    kind: "money_limit",
    permission: "company:can_fund_debit_wallet",
    label: "May leave the wallet in a day",
  },
  purse_limit: { kind: "money_limit", permission: "company:can_fund_debit_wallet", label: "The purse may hold" },
  sender_single: { kind: "money_limit", permission: "company:can_fund_debit_wallet", label: "May send in one payment" },
  sender_daily: { kind: "money_limit", permission: "company:can_fund_debit_wallet", label: "May send in a day" },
  purse: {
    kind: "purse_assignment",
    permission: "company:can_fund_debit_wallet",
    label: "From the wallet to the purse",
  },
  line_part: { kind: "credit_line", permission: "company:can_fund_debit_wallet", label: "Of the line, to spend" },
  draw: { kind: "credit_line", permission: "company:can_apply_for_credit", label: "From the line into the wallet" },
} as const satisfies Record<string, { kind: ChainKind; permission: Permission; label: string }>;
type What = keyof typeof KINDS;

interface Wanted {
  what: What;
  /** Whose purse or part. */
  user_id?: string;
  /** Null: without a limit. */
  amount_kobo: bigint | null;
  /** Of a limit: what it is now. */
  before_kobo?: bigint | null;
  note?: string | undefined;
}
export type MoneyRequest = Wanted & { id: string; company_id: string; asked_by: string; note: string | undefined };

const amountWords = (amount_kobo: bigint | null): string => (amount_kobo === null ? "no limit" : naira(amount_kobo));

/** In the inbox: "Assign ₦350,000.00 to Emeka Obi". */
function titleOf({ what, amount_kobo }: Wanted, person: string | null): string {
  const amount = amountWords(amount_kobo);
  return {
    wallet_limit: `Raise what may leave the wallet in a day: ${amount}`,
    purse_limit: `Raise the limit of the purse of ${person}: ${amount}`,
    sender_single: `Raise what ${person} may send in one payment: ${amount}`,
    sender_daily: `Raise what ${person} may send in a day: ${amount}`,
    purse: `Assign ${amount} to ${person}`,
    line_part: `Give ${person} ${amount} of the line`,
    draw: `Draw ${amount} from the line`,
  }[what];
}

/** A limit is requested once at a time. @throws Conflict */
function refuseSecond(error: { constraint?: string }): never {
  if (error.constraint === "money_requests_limits")
    throw new Conflict("A higher limit is requested already: that is decided first.", "limit_waits");
  throw error as Error;
}

/**
 * Puts it before a second person of the company.
 * @returns the request; null where the caller goes on alone, because nobody else could agree
 * @throws Conflict, StepUpRequired
 */
export async function askColleague(tx: Tx, context: Context, wanted: Wanted): Promise<string | null> {
  const { kind, permission } = KINDS[wanted.what];
  const person = wanted.user_id ? (await getRow(tx, "users", wanted.user_id, ["full_name"])).full_name : null;
  const opened = {
    kind,
    title: titleOf(wanted, person),
    amount_kobo: wanted.amount_kobo,
    is_unbounded: wanted.amount_kobo === null,
    // Nobody agrees to money or a higher limit for themselves.
    payee_id: wanted.user_id ?? null,
  };
  return secondPersonFirst(tx, context, permission, opened, async () => {
    const id = uuidv7();
    const { company_id, user_id } = context.session;
    await tx
      .insertInto("money_requests")
      .values({
        id,
        company_id: company_id!,
        what: wanted.what,
        user_id: wanted.user_id ?? null,
        amount_kobo: wanted.amount_kobo,
        before_kobo: wanted.before_kobo ?? null,
        note: wanted.note ?? null,
        asked_by: user_id,
        created_at: clock.now(),
      })
      .execute()
      .catch(refuseSecond);
    return id;
  });
}

const COLUMNS = [
  "id",
  "company_id",
  "what",
  "user_id",
  "amount_kobo",
  "before_kobo",
  "note",
  "asked_by",
  "created_at",
] as const;

/** What was asked over a limit is not laid over another one: it may have been lowered in the meantime. @throws Conflict */
export function requireAsBefore({ before_kobo = null }: MoneyRequest, now_kobo: bigint | null): void {
  if (before_kobo !== null && before_kobo !== now_kobo)
    throw new Conflict(
      `The limit was changed to ${amountWords(now_kobo)} since this was asked. Decline it.`,
      "limit_changed",
    );
}

/** The money is moved, or the limit raised, as it was asked; `actor` is who asked. Throws what the call itself would have thrown. */
type CarryOut = (tx: Tx, context: Context, request: MoneyRequest, actor: Actor) => Promise<unknown>;

/** The requester's right, and the session of the approver. @throws Conflict */
async function requireBoth(tx: Tx, { session }: Context, { company_id, asked_by, what }: MoneyRequest): Promise<void> {
  if (!session.account_types.includes("corporate"))
    throw new Conflict(
      "An administrator of the company decides about its money last. Hand this on to one.",
      "not_administrator",
    );
  if (!(await holds(tx, company_id, KINDS[what].permission, asked_by)))
    throw new Conflict("The requester may no longer do this. Decline it.", "asker_gone");
}

/** What the company's chain decides about. @param carryOut for each kind of request of the noun */
export const moneyChain = (carryOut: Partial<Record<What, CarryOut>>): ChainSubject => ({
  async shows(db, _, subject_id) {
    const { what, amount_kobo, user_id, note, created_at } = await getRow(db, "money_requests", subject_id, COLUMNS);
    const person = user_id ? await findRow(db, "users", user_id, ["full_name"]) : undefined;
    return [
      { label: KINDS[what as What].label, value: amountWords(amount_kobo) },
      ...(person ? [{ label: "Employee", value: person.full_name }] : []),
      ...(note ? [{ label: "For", value: note }] : []),
      { label: "Asked on", value: day(created_at) },
      { label: "What follows", value: "It is checked again and carried out at once when the last one agrees." },
    ];
  },
  async decided(tx, context, { subject_id, outcome, reason }) {
    const row = await getRow(tx, "money_requests", subject_id, COLUMNS, { lock: true });
    const { user_id, note, what, ...rest } = row;
    const request = { ...rest, what: what as What, ...(user_id && { user_id }), note: note ?? undefined };
    const decided = { outcome, outcome_reason: reason, decided_at: clock.now() };
    await later(tx, tx.updateTable("money_requests").set(decided).where("id", "=", subject_id));
    if (outcome !== "approved") return;
    await requireBoth(tx, context, request);
    const actor = { ...actorOf(context), user_id: request.asked_by };
    await carryOut[request.what]!(tx, context, request, actor).catch((error: unknown) => {
      // What the asker's form would have shown beside its field.
      if (!(error instanceof InvalidFields)) throw error;
      throw new Conflict(`Not possible any more: ${refusalInWords(error)}.`, "not_possible_now");
    });
  },
});
