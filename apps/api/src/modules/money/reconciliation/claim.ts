/** Money that came without a name: one person says whose it is, another one agrees, and it becomes the receipt of that person or company. */
import { day } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/money/reconciliation";
import type { ReceiptPurposeName } from "@manilla/contract/money/purposes";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { naira } from "../../../documents/letter.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context, Measured } from "../../../house/app.ts";
import { its, requestApproval, unless } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { creditOf } from "../books/index.ts";
import { receive, receiveForCompany, subjectOf } from "../receipts/index.ts";

type Body = z.output<typeof calls.claim.body>;
type Claim = Body & { id: string };

interface Unclaimed {
  status: string;
  subject_type: string;
  money_id: string | null;
  amount_kobo: bigint;
  reference: string;
  sender: string | null;
  received_on: string;
  receipt_id: string | null;
  /** Its line shows another sum, and nobody has named the difference. */
  differs: boolean;
  /** It was given to somebody before, and taken back. */
  is_again: boolean;
}

/** The name of whom it would be given to: a person, or a company that has a wallet or may have one. @throws NotAllowed, InvalidFields */
async function ownerOf(
  tx: Tx,
  session: Context["session"],
  { user_id, company_id, loan_id }: Omit<Claim, "id">,
): Promise<string> {
  if ((user_id === undefined) === (company_id === undefined))
    throw new InvalidFields({ user_id: ["choose a person or a company"] });
  if (user_id === session.user_id || (company_id !== undefined && company_id === session.company_id))
    throw new NotAllowed("Nobody decides about their own money.", "own_money");
  if (company_id !== undefined) {
    const company = await findRow(tx, "companies", company_id, ["name", "status"]);
    if (company?.status !== "approved") throw new InvalidFields({ company_id: ["this company is not approved"] });
    if (loan_id) throw new InvalidFields({ loan_id: ["a company's wallet pays no loan"] });
    return company.name;
  }
  const person = await findRow(tx, "users", user_id!, ["full_name"]);
  if (!person) throw new InvalidFields({ user_id: ["this person is not there"] });
  if (loan_id && !(await findRow(tx, "loans", { id: loan_id, user_id: user_id! }, ["id"])))
    throw new InvalidFields({ loan_id: ["this is not a loan of theirs"] });
  return person.full_name;
}

/** The row with its money, locked, and who it would be given to. @throws NotFound, Conflict, NotAllowed, InvalidFields */
async function judge(tx: Tx, { session }: Context, { id, ...to }: Claim): Promise<Unclaimed & { owner: string }> {
  const { rows } = await sql<Unclaimed>`
    select i.status, i.subject_type, m.id as money_id, m.amount_kobo, m.reference, m.sender, m.received_on, m.receipt_id,
      i.status = 'mismatch' and i.actual_kobo <> i.expected_kobo as differs,
      exists (select 1 from receipts r where r.reference = m.reference) as is_again
    from reconciliation_items i
    left join unidentified_receipts m on i.subject_type = 'unidentified_receipt' and m.id = i.subject_id
    where i.id = ${id}
    for update of i
  `.execute(tx);
  const [found] = rows;
  if (!found) throw new NotFound("This row");
  if (found.money_id === null)
    throw new Conflict("Only money of which nobody knew whose it is can be given to a person.", "not_unidentified");
  if (found.receipt_id) throw new Conflict("This was given to a person already.", "already_decided");
  if (found.differs)
    throw new Conflict("The bank's line shows another sum: the difference is named first.", "line_differs");
  return { ...found, owner: await ownerOf(tx, session, to) };
}

/** What the second person sees of money without a name. @param id its row in the reconciliation */
export async function factsOfMoney(db: Database, id: string): Promise<{ label: string; value: string }[]> {
  const money = await db
    .selectFrom("reconciliation_items as i")
    .innerJoin("unidentified_receipts as m", "m.id", "i.subject_id")
    .select(["m.reference", "m.sender", "m.received_on", "m.amount_kobo"])
    .where("i.id", "=", id)
    .executeTakeFirstOrThrow();
  return [
    { label: "Amount", value: naira(money.amount_kobo) },
    { label: "Received on", value: day(money.received_on) },
    { label: "Sender", value: money.sender ?? "Not named" },
    { label: "Reference", value: money.reference },
  ];
}

/** The figures of what it pays, or the person's credit; once it is given, its receipt names the loan. */
async function measuresOf(tx: Tx, context: Context, { id, user_id, company_id, loan_id }: Claim): Promise<Measured[]> {
  if (user_id === undefined)
    return (await context.house.receipts.get("wallet_funding")?.measures(tx, company_id!)) ?? [];
  const given = await tx
    .selectFrom("reconciliation_items as i")
    .innerJoin("unidentified_receipts as m", "m.id", "i.subject_id")
    .innerJoin("receipts as r", "r.id", "m.receipt_id")
    .select("r.loan_id")
    .where("i.id", "=", id)
    .executeTakeFirst();
  const pays = await subjectOf(tx, context, { user_id, ...loanOf(given?.loan_id ?? loan_id) });
  if (pays.purpose === "credit") return [{ label: "Customer credit", value: await creditOf(tx, user_id) }];
  return (await context.house.receipts.get(pays.purpose)?.measures(tx, pays.subject_id)) ?? [];
}
const loanOf = (subject_id: string | undefined) => subject_id && ({ purpose: "loan_repayment", subject_id } as const);

/** The maker's half. @throws NotFound, Conflict, NotAllowed, InvalidFields */
export async function requestClaim(tx: Tx, context: Context, id: string, body: Body): Promise<string> {
  const { amount_kobo, reference, owner } = await judge(tx, context, { id, ...body });
  return requestApproval(tx, context, {
    kind: "claim_receipt",
    title: `Give ${naira(amount_kobo)} that came without a name to ${owner}`,
    payload: { id, ...body },
    once: ["id"],
    beside: ["set_aside"],
    before: { reference },
    amount_kobo,
    reason: body.note,
  });
}

/** For `over`: the money of a row has an owner. @param member of the payload, the row */
export const isGiven = (member: string) =>
  unless(sql`reconciliation_items i
    join unidentified_receipts m on m.id = i.subject_id and m.receipt_id is null where i.id = ${its(member)}`);

/** The checker's half. */
export const claimReceipt: ApprovalKind<Claim> = {
  permission: "provider:can_reconcile",
  over: isGiven("id"),
  async shows({ db }, { payload }) {
    const { user_id, company_id } = payload;
    const person = user_id && (await findRow(db, "users", user_id, ["full_name"]))?.full_name;
    const company = company_id && (await findRow(db, "companies", company_id, ["name"]))?.name;
    const owner = company ? `The wallet of ${company}` : person;
    if (!owner) return {};
    const from = {
      label: "Counts from",
      value: "The day on which it was received; a month that is over stays as it was booked",
    };
    return { facts: [{ label: "Given to", value: owner }, ...(await factsOfMoney(db, payload.id)), from] };
  },
  measures: (tx, context, { payload }) => measuresOf(tx, context, payload),
  async execute(tx, context, { id: approval_id, payload, maker_id }) {
    await giveClaimed(tx, context, { payload, approval_id, maker_id }, loanOf(payload.loan_id) || undefined);
    return undefined;
  },
};

interface Given {
  payload: Claim;
  approval_id: string;
  maker_id: string;
}

/** What counts money from the day on which it came, booked in the open month; for the rest it is money of the day on which it is given. */
const FROM_ITS_DAY = new Set<ReceiptPurposeName>(["loan_repayment", "credit"]);

/**
 * Gives money that came without a name to its owner, as the second person agrees.
 * @param subject what it is for, where that is known
 * @throws NotFound, Conflict, NotAllowed, InvalidFields
 */
export async function giveClaimed(
  tx: Tx,
  context: Context,
  { payload, approval_id, maker_id }: Given,
  subject?: { purpose: "loan_repayment" | "card_deposit"; subject_id: string },
): Promise<void> {
  const { id, user_id, company_id, note } = payload;
  const money = await judge(tx, context, payload);
  const [actor, on] = [actorOf(context), await businessDate(tx)];
  const pays = user_id && (await subjectOf(tx, context, { user_id, ...subject }));
  const given = {
    amount_kobo: money.amount_kobo,
    channel: "bank_transfer" as const,
    source: "unidentified_receipts" as const,
    reference: money.is_again ? `${money.reference}/${approval_id.slice(-6)}` : money.reference,
    // A loan, a credit balance and a wallet have it from the day on which it came: it was with us since then.
    on: !pays || FROM_ITS_DAY.has(pays.purpose) ? money.received_on : on,
    actor: { ...actor, user_id: maker_id },
    confirmed_by: context.session.user_id,
    note,
  };
  const { receipt_id } = user_id
    ? await receive(tx, context, { ...given, user_id, ...subject })
    : await receiveForCompany(tx, context, { ...given, company_id: company_id! });
  await changeRows(tx, "unidentified_receipts", money.money_id!, {
    receipt_id,
    claimed_by: maker_id,
    claimed_at: clock.now(),
  });
  // A row that was decided about before, a difference that was named, stays as it is.
  if (money.status === "mismatch")
    await changeState(tx, {
      noun: "reconciliation",
      id,
      from: money.status,
      action: "match_by_hand",
      actor,
      reason: note,
      business_date: on,
    });
  await changeRows(tx, "reconciliation_items", id, {
    decided_by: actor.user_id,
    decision_note: note,
    updated_at: clock.now(),
  });
  await recordAudit(tx, actor, "reconciliation_claimed", ["reconciliation_item", id], {
    before: { status: money.status },
    after: { receipt_id, user_id, company_id, amount_kobo: money.amount_kobo },
    reason: note,
  });
}
