/** A difference of a provider's report that it never corrects: written off by two persons, so that the books have the float that there is. */
import { day, naira } from "@manilla/contract/formats";
import { type BillProvider, billProviders } from "@manilla/contract/payments/bill-kinds";
import { billReportKinds, billReportReasons } from "@manilla/contract/payments/bill-report-line-states";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { postBillLineWrittenOff } from "../../money/books/index.ts";
import { type Papered, besideSlip, requireSlip } from "../../money/slips/index.ts";
import { requestApproval, same, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { lookAgain } from "./matching.ts";

export type ReportLine = Selectable<DB["bill_report_lines"]>;
type Difference = Pick<ReportLine, "id" | "provider" | "reference"> & { difference_kobo: bigint };
const absolute = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);

/** The maker's half. @throws InvalidFields without a paper */
export async function askToWriteOff(
  tx: Tx,
  context: Context,
  line: Difference,
  { reason, slip_id }: Papered,
): Promise<string> {
  const paper = await requireSlip(tx, context, { slip_id });
  const { id, provider, reference, difference_kobo } = line;
  const approval_id = await requestApproval(tx, context, {
    kind: "write_off_bill_line",
    title: `Write off ${naira(absolute(difference_kobo))} at ${billProviders[provider as BillProvider]}, bill ${reference}`,
    payload: { id, difference_kobo: String(difference_kobo), reason, slip_id: paper },
    once: ["id"],
    amount_kobo: absolute(difference_kobo),
    reason,
  });
  await changeRows(tx, "bill_report_lines", id, { approval_id });
  return approval_id;
}

/** The checker's half. */
export const writeOffBillLine: ApprovalKind<{ id: string; difference_kobo: string; reason: string; slip_id?: string }> =
  {
    permission: "provider:can_reconcile",
    over: unlessIn("bill_report_lines", "id", ["open"], same("difference_kobo")),
    shows: async ({ db }, request) => {
      const { id, difference_kobo } = request.payload;
      const line = await getRow(db, "bill_report_lines", id, ["reason", "kind", "day", "provider_kobo", "our_kobo"]);
      const said = (kobo: bigint | null): string => (kobo === null ? "Nothing" : naira(kobo));
      const isLoss = BigInt(difference_kobo) > 0n;
      return besideSlip(db, request, [
        {
          label: "Why",
          value: line.reason ? billReportReasons[line.reason as keyof typeof billReportReasons] : "It agrees",
        },
        { label: "Line", value: `${billReportKinds[line.kind as keyof typeof billReportKinds]}, ${day(line.day)}` },
        { label: "Its provider says", value: said(line.provider_kobo) },
        { label: "Our books say", value: said(line.our_kobo) },
        { label: "What it posts", value: isLoss ? "The float goes down: our loss" : "The float goes up: our gain" },
      ]);
    },
    async execute(tx, context, { payload: { id, difference_kobo, reason } }) {
      // What was booked since the last look agrees already, or differs by less.
      await lookAgain(tx);
      await sql`select 1 from bill_report_lines where id = ${id} for update`.execute(tx);
      const line = await findRow(tx, "bill_report_lines", id, ["status", "reason", "provider", "difference_kobo"]);
      // The provider, or a late answer, may have settled it in the meantime.
      if (line?.status !== "open" || line.reason === "late" || String(line.difference_kobo) !== difference_kobo)
        throw new Conflict("This line has changed since. Look at it again.", "already_decided");
      const [on, actor, transaction_id] = [await businessDate(tx), actorOf(context), uuidv7()];
      await postBillLineWrittenOff(tx, {
        id: transaction_id,
        line_id: id,
        provider: line.provider as BillProvider,
        difference_kobo: BigInt(difference_kobo),
        on,
        actor: actor.name,
      });
      await changeRows(tx, "bill_report_lines", id, {
        decided_by: context.session.user_id,
        decided_at: clock.now(),
        decision_reason: reason,
        ledger_transaction_id: transaction_id,
      });
      await changeState(tx, { noun: "billReportLine", id, action: "write_off", from: "open", actor });
      await recordAudit(tx, context, "bill_line_written_off", ["bill report line", id], {
        after: { difference_kobo, reason },
      });
      return undefined;
    },
    async release(tx, _, { payload: { id } }) {
      await changeRows(tx, "bill_report_lines", { id, status: "open" }, { approval_id: null });
    },
  };
