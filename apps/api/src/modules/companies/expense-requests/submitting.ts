/** A request is kept with its lines, judged by the policies, and put on the company's chain; what becomes of it. */
import {
  type RequestKind,
  alreadySpent,
  requestKindWords,
  withoutReceipt,
} from "@manilla/contract/companies/expense-lines";
import { day, naira } from "@manilla/contract/formats";
import { type Insertable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Actor, ChainSubject, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { InvalidFields } from "../../../errors.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { openChain } from "../approval-chains/index.ts";
import { type Earlier, checkExpense, rulesFor } from "../expense-policies/index.ts";
import { giveReceipts } from "../expense-receipts/index.ts";
import { mergeWhereCertain } from "../expenses/index.ts";
import { requireAdvance, settleRetirement } from "./advances.ts";
import { type Content, type Line, keepLines, readLines, termsOf } from "./lines.ts";
import { ratesBeside } from "./rates.ts";
import { approvePurchase } from "./purchases.ts";
import { linesOf } from "./queries.ts";
import { countedBy } from "./rules.ts";

/** A draft with its lines. */
export async function insertRequest(tx: Tx, context: Context, content: Content): Promise<string> {
  const { session } = context;
  const id = uuidv7();
  const member = await tx
    .selectFrom("department_members")
    .select("department_id")
    .where("user_id", "=", session.user_id)
    .where("company_id", "=", session.company_id!)
    .executeTakeFirst();
  await tx
    .insertInto("expense_requests")
    .values({
      id,
      company_id: session.company_id!,
      user_id: session.user_id,
      department_id: member?.department_id ?? null,
      kind: content.kind,
      purpose: content.purpose,
      amount_kobo: 0n,
      created_at: clock.now(),
    })
    .execute();
  await recordBeginning(tx, "expenseRequest", id, "draft", actorOf(context));
  await keepLines(tx, context, id, content);
  return id;
}

/** Duplicates in words for the approver: warnings that block nothing. */
async function twiceIn(
  tx: Tx,
  { user_id, company_id }: Context["session"],
  { id: request_id, kind }: { id: string; kind: RequestKind },
  line: Line,
  before: readonly Line[],
): Promise<string[]> {
  const isOwnMoney = alreadySpent.includes(kind) && !line.expense_id;
  const { rows } = await sql<Record<"is_asked" | "is_asked_by_other" | "is_sent" | "is_paid", boolean>>`
    select exists (
      select 1
      from expense_request_lines l
      join expense_requests r on r.id = l.request_id
      where r.user_id = ${user_id} and r.company_id = ${company_id} and r.id <> ${request_id} and not l.is_refused
        and r.status in ('pending', 'approved', 'paying', 'paid')
        and l.amount_kobo = ${line.amount_kobo} and l.spent_on = ${line.spent_on}::date
        and lower(l.merchant) = lower(${line.merchant})
    ) as is_asked, ${isOwnMoney} and exists (
      select 1
      from expense_request_lines l
      join expense_requests r on r.id = l.request_id
      where l.company_id = ${company_id} and l.spent_on = ${line.spent_on}::date and l.amount_kobo = ${line.amount_kobo}
        and lower(l.merchant) = lower(${line.merchant}) and not l.is_refused and l.expense_id is null
        and r.user_id <> ${user_id} and r.kind = any(${[...alreadySpent]}::text[])
        and r.status in ('pending', 'approved', 'paying', 'paid')
    ) as is_asked_by_other, exists (
      select 1
      from expense_receipts t
      join expense_receipts s on s.company_id = t.company_id and s.digest = t.digest and s.id <> t.id
      where t.id = any(${line.receipt_ids}::uuid[])
    ) as is_sent, ${isOwnMoney} and exists (
      select 1 from expenses e
      where e.user_id = ${user_id} and e.company_id = ${company_id} and e.request_id is null and e.status <> 'deleted'
        and e.amount_kobo = ${line.amount_kobo} and abs(e.spent_on - ${line.spent_on}::date) <= 1
    ) as is_paid
  `.execute(tx);
  const isSame = (each: Line): boolean =>
    each.amount_kobo === line.amount_kobo &&
    each.spent_on === line.spent_on &&
    each.merchant.toLowerCase() === line.merchant.toLowerCase();
  return [
    ...(rows[0]!.is_asked || before.some(isSame) ? ["The same amount, day and place was asked for before"] : []),
    ...(rows[0]!.is_asked_by_other ? ["A colleague asked for the same amount, day and place"] : []),
    ...(rows[0]!.is_sent ? ["The same receipt was sent before"] : []),
    ...(rows[0]!.is_paid ? ["The company's card paid the same amount about that day"] : []),
  ];
}

/** What the requester's policies say of each line, beside what they have spent this year. @throws InvalidFields where a line is refused */
async function judge(
  tx: Tx,
  context: Context,
  id: string,
  content: Content,
  department_id: string | null,
): Promise<void> {
  const { session } = context;
  const today = await businessDate(tx);
  const { lines, categories } = await readLines(tx, context, id, content);
  const named = lines.flatMap(({ expense_id }) => expense_id ?? []);
  const idsOf = (category_id: string | null | undefined): string[] =>
    category_id ? (categories.get(category_id) ?? []) : [];
  const rules = await rulesFor(tx, session.company_id!, session.roles);
  const since = `${Number(today.slice(0, 4)) - 1}-01-01`;
  // Two requests at once do not both fit into what is left of a period.
  await sql`select pg_advisory_xact_lock(hashtext(${`expense requests of ${session.user_id}`}))`.execute(tx);
  const { rows: spent } = await sql<Earlier>`
    select e.merchant, e.amount_kobo, e.spent_on, array_remove(array[c.id, c.parent_id], null) as category_ids
    from expenses e
    left join expense_categories c on c.id = e.category_id
    where e.user_id = ${session.user_id} and e.company_id = ${session.company_id} and e.status <> 'deleted' and not e.is_from_wallet
      and e.spent_on >= ${since}::date and e.id <> all(${named}::uuid[])
    union all
    -- What is asked for and is no expense yet counts too: else a cap over a period is gone round by several requests.
    select l.merchant, l.amount_kobo, l.spent_on, array_remove(array[c.id, c.parent_id], null)
    from expense_requests r
    join expense_request_lines l on l.request_id = r.id
    left join expense_categories c on c.id = l.category_id
    where r.user_id = ${session.user_id} and r.company_id = ${session.company_id} and r.id <> ${id}
      and (r.status = 'pending' or r.status = 'approved' and r.kind = 'purchase')
      and not l.is_refused and l.expense_id is null and l.spent_on >= ${since}::date
  `.execute(tx);
  const { rows: places } = await sql<{ ids: string[] }>`
    select array_remove(array[id, parent_id], null) as ids from departments where id = ${department_id}::uuid
  `.execute(tx);
  const department_ids = places[0]?.ids ?? [];
  const earlier = [...spent];
  const strength = ["warn", "ask", "refuse"];
  const { rate_tolerance_percent } = await termsOf(tx, context);
  const rates = await ratesBeside(tx, lines, rate_tolerance_percent);
  let effect: string | null = null;
  const refused: Record<string, string[]> = {};
  for (const [at, line] of lines.entries()) {
    const facts = { ...line, category_ids: idsOf(line.category_id) };
    const judged = { ...facts, submitted_on: today, department_ids };
    // What is still to be bought, and what has none, is not held against the request.
    const { is_proved: isProved = false } = line;
    const has_receipt = !alreadySpent.includes(content.kind) || line.receipt_ids.length > 0 || isProved;
    const found = checkExpense(rules, { ...judged, has_receipt }, earlier);
    const says = [
      ...found.findings.map(({ rule, says: words }) => `${rule}: ${words}`),
      ...(await twiceIn(tx, session, { id, kind: content.kind }, line, lines.slice(0, at))),
      ...(rates.get(at) ?? []),
    ];
    if (found.effect === "refuse") {
      const isReceipt = checkExpense(rules, { ...judged, has_receipt: true }, earlier).effect !== "refuse";
      refused[`lines.${at}.${isReceipt ? "receipt_ids" : "amount_kobo"}`] = says;
    }
    if (found.effect && (effect === null || strength.indexOf(found.effect) > strength.indexOf(effect)))
      effect = found.effect;
    await sql`update expense_request_lines set says = ${says}::text[] where request_id = ${id} and number = ${at + 1}`.execute(
      tx,
    );
    earlier.push(facts);
  }
  if (Object.keys(refused).length > 0) throw new InvalidFields(refused);
  await changeRows(tx, "expense_requests", id, { effect });
}

/** Puts a request on the company's chain. @throws InvalidFields, Conflict */
export async function submit(tx: Tx, context: Context, id: string, content: Content): Promise<void> {
  const request = await getRow(tx, "expense_requests", id, ["status", "purpose", "amount_kobo", "department_id"]);
  await judge(tx, context, id, content, request.department_id);
  if (content.kind === "retirement") await requireAdvance(tx, context, request, content.advance_id);
  await changeState(tx, {
    noun: "expenseRequest",
    id,
    from: request.status,
    action: "submit",
    actor: actorOf(context),
  });
  const categories = new Set(content.lines.map(({ category_id }) => category_id ?? null));
  const all = content.lines.flatMap(({ category_id, splits }) => [
    category_id,
    ...splits.map((split) => split.category_id),
  ]);
  await openChain(tx, context, {
    kind: "expense_request",
    subject_id: id,
    title: request.purpose,
    amount_kobo: request.amount_kobo,
    department_id: request.department_id,
    category_id: categories.size === 1 ? ([...categories][0] ?? null) : null,
    category_ids: [...new Set(all.filter((each) => each !== null && each !== undefined))],
    payee_id: context.session.user_id,
  });
}

const COLUMNS = ["id", "status", "kind", "user_id", "company_id", "department_id", "advance_id"] as const;

/** A line becomes an expense, with what it was in foreign money and how it is split. */
async function recordLine(
  tx: Tx,
  expense: Omit<Insertable<DB["expenses"]>, "merchant" | "amount_kobo" | "spent_on">,
  { request_id, number }: { request_id: string; number: number },
): Promise<void> {
  const line = await tx
    .selectFrom("expense_request_lines")
    .select(["category_id", "merchant", "amount_kobo", "spent_on", "currency", "foreign_amount", "exchange_rate"])
    .select(["rated_on", "splits"])
    .where("request_id", "=", request_id)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("expenses")
    .values({ ...expense, ...line, splits: JSON.stringify(line.splits) })
    .execute();
}

/**
 * The lines of a request become expenses, approved with the request; a purchase from the purse that a line names is approved under it.
 * @param money_reference of what has moved for them, if it has
 */
export async function recordLines(
  tx: Tx,
  request: { id: string; kind: string; user_id: string; company_id: string; department_id: string | null },
  { actor, reason }: { actor: Actor; reason: string | null },
  money_reference: string | null,
): Promise<void> {
  const { id, kind, user_id, company_id, department_id } = request;
  const wants_receipt = !withoutReceipt.includes(kind as RequestKind);
  const row = { user_id, company_id, department_id, request_id: id, money_reference, wants_receipt };
  const recorded_on = await businessDate(tx);
  for (const { number, amount_kobo, expense_id: purchase_id } of (await linesOf(tx, id)).filter(
    (line) => !line.is_refused,
  )) {
    if (purchase_id) {
      await approvePurchase(tx, { request_id: id, number, expense_id: purchase_id }, { actor, reason });
      continue;
    }
    const expense_id = uuidv7();
    await recordLine(tx, { ...row, id: expense_id, recorded_on, created_at: clock.now() }, { request_id: id, number });
    await giveReceipts(tx, { request_id: id, number }, expense_id);
    await recordBeginning(tx, "expense", expense_id, "recorded", actor);
    await changeState(tx, { noun: "expense", id: expense_id, from: "recorded", action: "approve", actor, reason });
    // One that was sent and not attached: nobody approved it, and its sender may take it out again.
    if (wants_receipt) await mergeWhereCertain(tx, { user_id, company_id }, amount_kobo, { expense_id });
  }
}

const ACTIONS = { approved: "approve", declined: "decline", returned: "send_back", withdrawn: "withdraw" } as const;

/** What the company's chain decides about. An approved request becomes expenses, line by line; it is paid by the wallet's noun. */
export const requestChain: ChainSubject = {
  async shows(db, _, subject_id) {
    const { kind } = await getRow(db, "expense_requests", subject_id, ["kind"]);
    return [
      { label: "Kind", value: requestKindWords[kind as RequestKind] },
      ...(await linesOf(db, subject_id)).map(
        ({
          number,
          merchant,
          category,
          amount_kobo,
          spent_on,
          says,
          receipt_ids,
          is_refused,
          expense_id,
          ...line
        }) => ({
          label: `Line ${number}`,
          value: [
            `${naira(amount_kobo)} at ${merchant}, ${day(spent_on)}`,
            category,
            expense_id && "paid from the purse",
            ...countedBy(line),
            ...says,
            receipt_ids.length === 0 && "no receipt",
            is_refused && "refused",
          ]
            .filter(Boolean)
            .join("; "),
        }),
      ),
    ];
  },
  async decided(tx, context, { subject_id: id, outcome, reason }) {
    const request = await getRow(tx, "expense_requests", id, [...COLUMNS], { lock: true });
    await changeState(tx, {
      noun: "expenseRequest",
      id,
      from: request.status,
      action: ACTIONS[outcome],
      actor: actorOf(context),
      reason,
    });
    await changeRows(tx, "expense_requests", id, { decision_reason: reason });
    // Money beforehand is spent later, and what the company shall buy when it is bought; what was spent of an advance is paid already.
    if (outcome !== "approved" || request.kind === "advance" || request.kind === "purchase") return;
    const money_reference = request.kind === "retirement" ? await settleRetirement(tx, request) : null;
    await recordLines(tx, request, { actor: actorOf(context), reason }, money_reference);
  },
};
