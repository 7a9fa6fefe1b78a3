/** A difference of the settlement that the issuer never corrects: written off by two persons. */
import { settlementReasons } from "@manilla/contract/cards/card-settlement-states";
import { day, money, sentence } from "@manilla/contract/formats";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { postSettlementWrittenOff } from "../../money/books/index.ts";
import { type Papered, besideSlip, requireSlip } from "../../money/slips/index.ts";
import { requestApproval, same, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";

export type SettlementLine = Selectable<DB["card_settlement_lines"]>;

const absolute = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);

/** The maker's half. @throws InvalidFields without a paper */
export async function askToWriteOff(
  tx: Tx,
  context: Context,
  {
    id,
    difference_kobo,
    issuer_transaction_id,
    currency,
  }: Pick<SettlementLine, "id" | "issuer_transaction_id" | "currency"> & { difference_kobo: bigint },
  { reason, slip_id }: Papered,
): Promise<string> {
  const paper = await requireSlip(tx, context, { slip_id });
  const approval_id = await requestApproval(tx, context, {
    kind: "write_off_settlement_line",
    title: `Write off ${money(absolute(difference_kobo), currency as "NGN" | "USD")} of the issuer's settlement, payment ${issuer_transaction_id}`,
    payload: { id, difference_kobo: String(difference_kobo), reason, slip_id: paper },
    once: ["id"],
    ...(currency === "NGN" && { amount_kobo: absolute(difference_kobo) }),
    reason,
  });
  await changeRows(tx, "card_settlement_lines", id, { approval_id });
  return approval_id;
}

interface ShownLine extends Pick<
  SettlementLine,
  "day" | "kind" | "issuer_transaction_id" | "issuer_kobo" | "our_kobo"
> {
  reason: keyof typeof settlementReasons | null;
  currency: "NGN" | "USD" | null;
  merchant: string | null;
  person: string | null;
  last4: string | null;
}

/** Whose payment it is, what each side has, and who bears the rest. */
function factsOfLine(line: ShownLine, difference_kobo: bigint): { label: string; value: string }[] {
  const said = (kobo: bigint | null): string => (kobo === null ? "Nothing" : money(kobo, line.currency ?? "NGN"));
  const { person, merchant, last4 } = line;
  const payment = [merchant, person, masked(last4)].filter(Boolean).join(", ");
  return [
    { label: "Payment", value: payment || "Not known here" },
    { label: "Line", value: `${sentence(line.kind)}, ${day(line.day)}, ${line.issuer_transaction_id}` },
    { label: "Why", value: line.reason ? settlementReasons[line.reason] : "It agrees" },
    { label: "The issuer says", value: said(line.issuer_kobo) },
    { label: "Our books say", value: said(line.our_kobo) },
    { label: "What it posts", value: difference_kobo > 0n ? "Our loss" : "Our gain" },
  ];
}

/** The checker's half. */
export const writeOffLine: ApprovalKind<{ id: string; difference_kobo: string; reason: string; slip_id?: string }> = {
  permission: "provider:can_reconcile",
  over: unlessIn("card_settlement_lines", "id", ["open"], same("difference_kobo")),
  async shows({ db }, request) {
    const { id, difference_kobo } = request.payload;
    const { rows } = await sql<ShownLine>`
      select l.day::text as day, l.kind, l.reason, l.issuer_transaction_id, l.issuer_kobo, l.our_kobo, l.currency,
        m.merchant, u.full_name as person, c.last4
      from card_settlement_lines l
      left join card_captures m on m.id = l.capture_id
      left join cards c on c.id = m.card_id
      left join users u on u.id = c.user_id
      where l.id = ${id}
    `.execute(db);
    return besideSlip(db, request, factsOfLine(rows[0]!, BigInt(difference_kobo)));
  },
  measures: async (tx, _, { payload: { id } }) => [
    { label: "State of the line", value: sentence((await getRow(tx, "card_settlement_lines", id, ["status"])).status) },
  ],
  async execute(tx, context, { payload: { id, difference_kobo, reason } }) {
    await sql`select 1 from card_settlement_lines where id = ${id} for update`.execute(tx);
    const line = await findRow(tx, "card_settlement_lines", id, ["status", "difference_kobo", "currency"]);
    // The issuer, or a late message, may have settled it in the meantime.
    if (line?.status !== "open" || String(line.difference_kobo) !== difference_kobo)
      throw new Conflict("This line has changed since. Look at it again.", "already_decided");
    const [on, actor, transaction_id] = [await businessDate(tx), actorOf(context), uuidv7()];
    await postSettlementWrittenOff(tx, {
      id: transaction_id,
      line_id: id,
      currency: line.currency ?? "NGN",
      difference_kobo: BigInt(difference_kobo),
      on,
      actor: actor.name,
    });
    await changeRows(tx, "card_settlement_lines", id, {
      decided_by: context.session.user_id,
      decided_at: clock.now(),
      decision_reason: reason,
      ledger_transaction_id: transaction_id,
    });
    await changeState(tx, { noun: "cardSettlement", id, action: "write_off", from: "open", actor });
    await recordAudit(tx, context, "settlement_written_off", ["card settlement line", id], {
      after: { difference_kobo, reason },
    });
    return undefined;
  },
  async release(tx, _, { payload: { id } }) {
    await changeRows(tx, "card_settlement_lines", { id, status: "open" }, { approval_id: null });
  },
};
