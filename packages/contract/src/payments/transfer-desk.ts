/** The provider's desk for transfers to banks (R146): how they do, what left in the day, and switching them off. */
import { z } from "zod";
import { get, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";

const desk = z.object({
  is_on: z.boolean(),
  /** What people read while nothing leaves for banks. */
  notice: z.string().nullable(),
  changed_at: moment.nullable(),
  /** What left for banks on the business day over all wallets, and beyond how much each further transfer is looked at. */
  out_today_kobo: kobo,
  limit_kobo: kobo,
  /** Of the last 24 hours, and now. */
  arrived_today: z.int(),
  failed_today: z.int(),
  unknown_now: z.int(),
});

export const find = get("/admin/payments/banks", {
  spec: "added",
  because: "R146 shows what fails by provider; the partner bank is one.",
  summary: "Transfers to banks: how they do, what left in the day and how much may, and whether they are switched on",
  audience: "admin",
  can: ["provider:can_view_transactions"],
  response: desk,
});

export const switchBanks = post("/admin/payments/banks/switch", {
  spec: "added",
  because: "A bank that fails is switched off with a notice, as a provider of bills is.",
  summary: "Switch transfers to banks off with a notice, or on; what was accepted before goes on",
  audience: "admin",
  can: ["provider:can_refund_transactions"],
  step_up: true,
  body: form({ is_on: "required", notice: "nullable|min:5|max:200", reason: reasonRule }, { is_on: z.boolean() }),
  response: desk,
});

export const notice = get("/payments/banks", {
  spec: "added",
  because: "People see before they type that nothing leaves for banks.",
  summary: "Why nothing leaves for banks at the moment; null where it does",
  can: ["personal:can_use_wallets", "company:can_request_transfers"],
  response: z.object({ notice: z.string().nullable() }),
});
