/** What is received on: an instalment, as the list of repayments and the loan's page both have it. */
import type { Answer } from "../../api/call.ts";
import type { calls } from "../../api/calls.gen.ts";

type Row = Answer<typeof calls.repayments.listAll>["items"][number];
/** An instalment with whose it is. */
export type Receivable = Pick<
  Row,
  "id" | "customer" | "loan" | "number" | "status" | "outstanding_kobo" | "penalty_kobo" | "fees_kobo"
>;
/** What a payment did, where no second person was asked. */
export type Recorded = Exclude<Answer<typeof calls.repayments.settle>, { approval_id: string }>;
export type Receipt = Recorded["receipt"];

/** Repayments of which nothing can be taken any more. */
const closed = new Set(["paid", "waived", "deferred", "superseded", "written_off"]);
/** Why nothing can be received on a repayment; null when something can. */
export const whyNotPayable = (row: Pick<Row, "status" | "outstanding_kobo">): string | null =>
  closed.has(row.status) || row.outstanding_kobo === 0 ? `It is ${row.status.replaceAll("_", " ")}.` : null;
