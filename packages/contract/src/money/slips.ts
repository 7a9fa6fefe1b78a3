/** Slips: the paper that money recorded by hand brings with it: a bank slip, a transfer's advice, the tax authority's receipt. */
import { z } from "zod";
import { get, idParams, post } from "../endpoint.ts";
import { reason } from "../reasons.ts";
import { businessDate } from "../time.ts";

/** Who records money by hand or asks for a loss brings papers, and reads what colleagues brought. */
const BRINGS = [
  "provider:can_settle_repayment",
  "provider:can_mark_loans_reimbursed",
  "provider:can_write_off_loans",
  "provider:can_reschedule_loans",
  "provider:can_remit_taxes",
  "provider:can_fund_debit_wallet",
  "provider:can_refund_transactions",
  "provider:can_delete_repayments",
  "provider:can_give_rewards",
  "provider:can_reconcile",
] as const;

export const uploadSlip = post("/admin/slips", {
  spec: "added",
  because: "Money recorded by hand asks for evidence (decisions.md, 22 November 2026).",
  summary: "Keep the paper that money recorded by hand came with; the same file again is the same slip",
  can: BRINGS,
  files: { field: "slip", accept: ["pdf", "png", "jpeg"], max_bytes: 10_485_760 },
  body: z.strictObject({}),
  response: z.object({ id: z.uuid(), name: z.string() }),
});

export const slipFile = get("/admin/slips/{id}/file", {
  spec: "added",
  because: "The second person reads the evidence before deciding.",
  summary: "The paper itself; each look is recorded",
  can: BRINGS,
  kind: "file",
  params: idParams,
});

/** What a call that records money by hand is given beside the specified fields. The day is a business date, today where it is left out. */
export const evidence = { slip_id: z.uuid().optional(), received_on: businessDate.optional() };

/** What a loss or a reversal is requested with: why, and the paper that it rests on. */
export const reasonAndPaper = z.strictObject({ reason, slip_id: evidence.slip_id });
