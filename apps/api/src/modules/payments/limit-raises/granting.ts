/** A higher limit of a company's wallet: given by one colleague up to the configured amount, above it by two; it ends by itself. */
import { naira } from "@manilla/contract/formats";
import { type WalletLimit, walletLimits } from "@manilla/contract/payments/limit-raise-kinds";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict, InvalidFields, NotAllowed } from "../../../errors.ts";
import type { ApprovalKind, Context, Step } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { openWallet, tellOfMoney } from "../../companies/wallet-movements/index.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { baseUnder, whyNotRaise } from "./rules.ts";

export type Raise = Omit<Selectable<DB["limit_raises"]>, "kind"> & { kind: WalletLimit };
export const columnOf = (kind: WalletLimit) => `provider_${kind}_limit_kobo` as const;

/** What a grant asks for. */
export interface Granted {
  limit_kobo: bigint;
  valid_until: string | null;
  reason: string;
}

const findRaise = (db: Database | Tx, id: string) =>
  db.selectFrom("limit_raises").selectAll().where("id", "=", id).executeTakeFirst() as Promise<Raise | undefined>;

/** Ends the raise that holds. The wallet is locked. @param because in words */
async function endRaise(tx: Tx, id: string, on: string, actor: Actor, because: string): Promise<void> {
  const change = { noun: "limitRaise", id, from: "granted", action: "end", actor, reason: because } as const;
  await changeState(tx, { ...change, business_date: on });
}

interface Given extends Granted {
  approval_id: string | null;
  /** Who decided first. */
  by: string;
}
/** The limit holds from now on; one that held until now ends. The wallet is locked. @throws InvalidFields, Conflict */
async function give(tx: Tx, context: Context, id: string, given: Given): Promise<void> {
  const { limit_kobo, valid_until, reason, approval_id, by } = given;
  const raise = await findRaise(tx, id);
  if (raise?.status !== "pending") throw new Conflict("This request was decided already.", "already_decided");
  const { company_id, kind, user_id } = raise;
  const wallet = await openWallet(tx, context, company_id);
  const [on, actor, now_kobo] = [await businessDate(tx), actorOf(context), wallet[columnOf(kind)]];
  const why = whyNotRaise("limit_kobo", now_kobo, { kobo: limit_kobo, valid_until }, on);
  if (why) throw new InvalidFields(why);
  const held = await findRow(tx, "limit_raises", { company_id, kind, status: "granted" }, [
    "id",
    "granted_kobo",
    "base_kobo",
    "valid_until",
  ]);
  if (held) await endRaise(tx, held.id, on, actor, "Another one holds.");
  const base_kobo = baseUnder(
    now_kobo!,
    held && { granted_kobo: held.granted_kobo!, base_kobo: held.base_kobo!, valid_until: held.valid_until },
  );
  const decided = { approval_id, decided_by: by, decided_at: clock.now(), decision_reason: reason };
  // With the state, because what is granted says how much, and what holds after it.
  await changeRows(tx, "limit_raises", id, { granted_kobo: limit_kobo, valid_until, base_kobo, ...decided });
  const change = { noun: "limitRaise", id, from: "pending", action: "grant", actor, reason } as const;
  await changeState(tx, { ...change, business_date: on });
  await changeRows(tx, "wallets", { company_id }, { [columnOf(kind)]: limit_kobo });
  await recordAudit(tx, context, "limit_raised", ["company", company_id], {
    before: { kind, limit_kobo: now_kobo },
    after: { kind, limit_kobo, valid_until },
    reason,
  });
  await tell(tx, context, user_id, messages.granted({ company_id, kind, limit_kobo, valid_until }));
}

/** Grants a request, or puts it before a second person. The request is locked. @returns the request for a second person; null where it holds at once */
export async function grant(tx: Tx, context: Context, raise: Raise, wanted: Granted): Promise<string | null> {
  const { id, company_id, kind, limit_before_kobo } = raise;
  const { limit_kobo, valid_until, reason } = wanted;
  const { session } = context;
  if (limit_kobo <= BigInt(await readSetting(tx, "wallet_limit_by_one_kobo"))) {
    await give(tx, context, id, { ...wanted, approval_id: null, by: session.user_id });
    return null;
  }
  const now_kobo = (await openWallet(tx, context, company_id))[columnOf(kind)];
  const why = whyNotRaise("limit_kobo", now_kobo, { kobo: limit_kobo, valid_until }, await businessDate(tx));
  if (why) throw new InvalidFields(why);
  const { name } = await getRow(tx, "companies", company_id, ["name"]);
  const approval_id = await requestApproval(tx, context, {
    kind: "raise_wallet_limit",
    title: `${walletLimits[kind]} ${naira(limit_kobo)} for ${name}`,
    payload: { raise_id: id, limit_kobo: String(limit_kobo), valid_until, reason },
    once: ["raise_id"],
    before: { limit_kobo: limit_before_kobo },
    amount_kobo: limit_kobo,
    reason,
  });
  await changeRows(tx, "limit_raises", id, { approval_id });
  return approval_id;
}

/** The second person's half. */
export const raiseWalletLimit: ApprovalKind<Omit<Granted, "limit_kobo"> & { raise_id: string; limit_kobo: string }> = {
  permission: "provider:can_update_user_wallet_limit",
  over: unlessIn("limit_raises", "raise_id", ["pending"]),
  shows: async (context, { payload: { raise_id, valid_until } }) => {
    const raise = await findRaise(context.db, raise_id);
    const paper = raise?.document_id && (await findRow(context.db, "documents", raise.document_id, ["original_name"]));
    const link = `/api/admin/corporate/limit-raises/${raise_id}/paper`;
    return {
      facts: [
        { label: "Limit", value: raise ? walletLimits[raise.kind] : "" },
        { label: "Asked for", value: raise ? naira(raise.requested_kobo) : "" },
        { label: "What for", value: raise?.purpose ?? "" },
        { label: "Until", value: valid_until ?? "Without an end" },
      ],
      papers: paper ? [{ label: "Their paper", name: paper.original_name ?? "Paper", link }] : [],
    };
  },
  async execute(tx, context, { id: approval_id, maker_id, payload: { raise_id, limit_kobo, valid_until, reason } }) {
    const raise = await findRaise(tx, raise_id);
    const { user_id, company_id } = context.session;
    if (raise && (raise.user_id === user_id || raise.company_id === company_id))
      throw new NotAllowed("Nobody decides about their own limit.", "own_limit");
    const given = { limit_kobo: BigInt(limit_kobo), valid_until, reason, approval_id, by: maker_id };
    await give(tx, context, raise_id, given);
    return undefined;
  },
  async release(tx, _, { payload: { raise_id } }) {
    await changeRows(tx, "limit_raises", { id: raise_id, status: "pending" }, { approval_id: null });
  },
};

/** Step of the close: a raise whose last day is over ends, and what was there before it holds again, unless we have set another limit since. */
export const endRaises: Step = {
  name: "limit_raises",
  at: 79.74,
  async batch(app, tx, { opening }) {
    const { rows } = await sql<{ id: string }>`
      select id
      from limit_raises
      where status = 'granted' and valid_until < ${opening}::date
      order by valid_until, id
      limit 1
    `.execute(tx);
    const [due] = rows;
    if (!due) return { cursor: null, counts: { ended: 0 } };
    const { company_id, kind, granted_kobo, base_kobo, user_id } = (await findRaise(tx, due.id))!;
    const wallet = await openWallet(tx, app, company_id);
    await endRaise(tx, due.id, opening, SYSTEM, "Its last day is over.");
    if (wallet[columnOf(kind)] === granted_kobo) {
      await changeRows(tx, "wallets", { company_id }, { [columnOf(kind)]: base_kobo });
      const note = messages.ended(kind, base_kobo!);
      await tellOfMoney(tx, company_id, note);
      await tell(tx, app, user_id, { ...note, about: `limit:${due.id}` });
    }
    return { cursor: due.id, counts: { ended: 1 } };
  },
};
