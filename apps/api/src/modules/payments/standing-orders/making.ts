/** Standing orders are made: by a person at once, by a company when its chain has agreed; a change is another one in the place of the first. */
import { naira } from "@manilla/contract/formats";
import { repeatInWords } from "@manilla/contract/payments/standing-order-rules";
import type * as calls from "@manilla/contract/payments/standing-orders";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { secondPersonFirst } from "../../companies/approval-chains/index.ts";
import { requireMayPay } from "../../companies/beneficiaries/index.ts";
import { openWallet, ownCompany } from "../../companies/wallet-movements/index.ts";
import { newReference } from "../../money/books/index.ts";
import { tierOf } from "../../people/personal-wallets/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import {
  AHEAD_DAYS,
  ASKS,
  BENEFICIARY,
  keepPayee,
  lockBoth,
  type payeeOf,
  requireKnown,
  requireNotHeld,
  requireSeen,
} from "../transfers/index.ts";
import { type Order, leaveOut, nextOf } from "./orders.ts";
import { type Rule, faultsOf, plainRule } from "./rules.ts";

type Payee = Awaited<ReturnType<typeof payeeOf>>;
type Wanted = z.output<typeof calls.change.body>;
type Status = "active" | "awaiting_approval";

/** Whose money goes to whom. */
type Way = Pick<
  Order,
  | "company_id"
  | "kind"
  | "payee_id"
  | "beneficiary_id"
  | "to_user_id"
  | "payee"
  | "bank_code"
  | "bank_name"
  | "account_no_last4"
  | "account_no_hash"
  | "employee_id"
>;

/** What only a company's has. */
const OWN = { company_id: null, beneficiary_id: null, account_no_hash: null, employee_id: null };

/** Open orders of a person or a company: more are a program, not a plan. */
const MOST = 200;

/** @throws InvalidFields at what is wrong with the rule */
export async function ruleOf(tx: Tx | Context["db"], wanted: Parameters<typeof plainRule>[0]): Promise<Rule> {
  const rule = plainRule(wanted);
  const faults = faultsOf(rule, await businessDate(tx), AHEAD_DAYS);
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return rule;
}

async function requireFew(tx: Tx, user_id: string, company_id: string | null): Promise<void> {
  const whose = company_id ? sql`company_id = ${company_id}` : sql`user_id = ${user_id} and company_id is null`;
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open
    from standing_orders
    where ${whose} and status in ('awaiting_approval', 'active', 'paused')
  `.execute(tx);
  if (rows[0]!.open >= MOST) throw new Conflict("There are too many open standing orders. End some first.", "too_many");
}

/** Writes an order down. Whose money it is is locked. @returns its id */
async function keep(
  tx: Tx,
  context: Context,
  { way, wanted, status, replaces }: { way: Way; wanted: Wanted; status: Status; replaces?: Order | undefined },
): Promise<string> {
  const { user_id } = context.session;
  const [on, rule, actor, id] = [await businessDate(tx), await ruleOf(tx, wanted), actorOf(context), uuidv7()];
  await requireFew(tx, user_id, way.company_id);
  const series_id = replaces?.series_id ?? id;
  const { next_on, next_goes_on } = await nextOf(tx, { ...rule, series_id }, on);
  if (next_on === null) throw new InvalidFields({ ends_on: ["it ends before its first date"] });
  const reference = newReference("SO", on);
  await tx
    .insertInto("standing_orders")
    .values({
      id,
      series_id,
      replaces_id: replaces?.id ?? null,
      user_id,
      ...way,
      ...rule,
      reference,
      narration: wanted.narration ?? null,
      amount_kobo: wanted.amount_kobo,
      status,
      next_on,
      next_goes_on,
      dates_left: rule.ends_after,
      created_at: clock.now(),
    })
    .execute();
  await recordBeginning(tx, "standingOrder", id, status, actor);
  await recordAudit(
    tx,
    actor,
    status === "active" ? "standing_order_made" : "standing_order_requested",
    ["standing_order", id],
    {
      after: {
        amount_kobo: wanted.amount_kobo,
        reference,
        payee: way.payee,
        rule: repeatInWords(rule.repeat, rule.on_day),
      },
    },
  );
  if (replaces && status === "active") await replace(tx, context, replaces);
  return id;
}

/** The first order makes way for the other one; what it was still trying is left out. It is locked. */
export async function replace(tx: Tx, context: Context, { id, status }: Order): Promise<void> {
  const change = { noun: "standingOrder", id, from: status, action: "replace", actor: actorOf(context) } as const;
  await changeState(tx, { ...change, business_date: await businessDate(tx) });
  await leaveOut(tx, id, "Another standing order took its place");
  await changeRows(tx, "standing_orders", id, { next_on: null, next_goes_on: null });
}

/** A person's. The payee was resolved before the transaction. @throws InvalidFields, Conflict, StepUpRequired */
export async function makeOwn(tx: Tx, context: Context, payee: Payee, asked: z.output<typeof calls.create.body>) {
  const { user_id } = context.session;
  requireSeen(payee, asked.payee_name);
  await requireKnown(tx, context, asked.amount_kobo);
  requireNotHeld((await lockBoth(tx, user_id, payee.to_user_id)).payer);
  const payee_id = await keepPayee(tx, context, payee, false);
  const { kind, bank_code, bank_name, to_user_id } = payee;
  const account_no_last4 = payee.account_no?.slice(-4) ?? null;
  const way = { ...OWN, kind, payee_id, to_user_id, payee: payee.name, bank_code, bank_name, account_no_last4 };
  return keep(tx, context, { way, wanted: asked, status: "active" });
}

/** The beneficiary as the company has it now. @throws NotFound, Conflict where it may not be paid */
async function wayTo(tx: Tx, company_id: string, beneficiary_id: string): Promise<Way> {
  await requireMayPay(tx, { id: beneficiary_id, company_id }, 0n, 0n);
  const {
    id: _,
    name: __,
    account_name: payee,
    ...account
  } = await getRow(tx, "beneficiaries", beneficiary_id, BENEFICIARY);
  return { company_id, kind: "bank", payee_id: null, to_user_id: null, beneficiary_id, payee, ...account };
}

/**
 * A company's: agreed to by its chain, as a transfer is.
 * @returns its id, and the request that waits
 * @throws NotFound, InvalidFields, Conflict, StepUpRequired
 */
export async function ask(tx: Tx, context: Context, beneficiary_id: string, wanted: Wanted, replaces?: Order) {
  const { id: company_id } = await ownCompany(tx, context);
  await requireKnown(tx, context, wanted.amount_kobo);
  await openWallet(tx, context, company_id);
  const way = await wayTo(tx, company_id, beneficiary_id);
  const { repeat, on_day } = await ruleOf(tx, wanted);
  const opened = {
    kind: "standing_order",
    title: `Send ${naira(wanted.amount_kobo)} to ${way.payee}. ${repeatInWords(repeat, on_day)}`,
    amount_kobo: wanted.amount_kobo,
    payee_id: way.employee_id,
    payee: beneficiary_id,
  } as const;
  let id: string | undefined;
  const approval_id = await secondPersonFirst(tx, context, ASKS, opened, async () => {
    id = await keep(tx, context, { way, wanted, status: "awaiting_approval", replaces });
    return id;
  });
  return { id: id ?? (await keep(tx, context, { way, wanted, status: "active", replaces })), approval_id };
}

/** Another amount, rule or end from the next date on. The order is locked. @throws InvalidFields, Conflict, StepUpRequired */
export async function changeOrder(tx: Tx, context: Context, order: Order, wanted: Wanted) {
  if (order.company_id) return ask(tx, context, order.beneficiary_id!, wanted, order);
  const { user_id, to_user_id, payee_id } = order;
  if (!to_user_id && !(payee_id && (await findRow(tx, "transfer_payees", { id: payee_id, user_id }, ["id"]))))
    throw new NotFound("This payee");
  await requireKnown(tx, context, wanted.amount_kobo);
  requireNotHeld(await tierOf(tx, user_id));
  const { kind, payee, bank_code, bank_name, account_no_last4 } = order;
  const way = { ...OWN, kind, payee_id, to_user_id, payee, bank_code, bank_name, account_no_last4 };
  return { id: await keep(tx, context, { way, wanted, status: "active", replaces: order }), approval_id: null };
}
