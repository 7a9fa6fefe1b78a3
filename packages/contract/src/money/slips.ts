/** Slips: the paper that money recorded by hand brings with it: a bank slip, a transfer's advice, the tax authority's receipt. */
import { z } from "zod";
import { get, idParams, post } from "../endpoint.ts";
import { businessDate } from "../time.ts";

export const uploadSlip = post("/admin/slips", {
  spec: "added",
  because: "Money recorded by hand asks for evidence (decisions.md, 22 November 2026).",
  summary: "Keep the paper that money recorded by hand came with; the same file again is the same slip",
  can: [
    "provider:can_settle_repayment",
    "provider:can_mark_loans_reimbursed",
    "provider:can_write_off_loans",
    "provider:can_reschedule_loans",
    "provider:can_remit_taxes",
    "provider:can_fund_debit_wallet",
    "provider:can_refund_transactions",
    "provider:can_delete_repayments",
    "provider:can_give_rewards",
  ],
  files: { field: "slip", accept: ["pdf", "png", "jpeg"], max_bytes: 10_485_760 },
  body: z.strictObject({}),
  response: z.object({ id: z.uuid(), name: z.string() }),
});

export const slipFile = get("/admin/slips/{id}/file", {
  spec: "added",
  because: "The second person reads the evidence before deciding.",
  summary: "The paper itself; each look is recorded",
  can: [
    "provider:can_settle_repayment",
    "provider:can_mark_loans_reimbursed",
    "provider:can_write_off_loans",
    "provider:can_reschedule_loans",
    "provider:can_remit_taxes",
    "provider:can_fund_debit_wallet",
    "provider:can_refund_transactions",
    "provider:can_delete_repayments",
    "provider:can_give_rewards",
  ],
  kind: "file",
  params: idParams,
});

/** What a call that records money by hand is given beside the specified fields. The day is a business date, today where it is left out. */
export const evidence = { slip_id: z.uuid().optional(), received_on: businessDate.optional() };
