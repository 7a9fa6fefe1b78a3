/** A person's own money with us: what their accounts hold, how much may move (KYC tiers), and the way out of the cash wallet. */
import { z } from "zod";
import { get } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { paymentChannelNames } from "../money/payment-channels.ts";
import { payoutStates } from "../money/payout-states.ts";
import { statementFormats } from "../statement-formats.ts";
import { statement as statementShape, statementRange } from "../statements.ts";
import { moment } from "../time.ts";
import { cashLimitRequestStates } from "./cash-limit-request-states.ts";
import { plans } from "./profiles.ts";
import { cashLimitNames } from "./wallet-kinds.ts";

/** The limit of a day by how a payment comes, and what is left of it. */
export const channelRoom = z.object({ channel: z.enum(paymentChannelNames), limit_kobo: kobo, left_kobo: kobo });

/** The limits of a person's tier and what is left of them; null: without a limit. */
export const tierLimits = z.object({
  plan: z.enum(plans),
  single_deposit_kobo: kobo.nullable(),
  daily_outflow_kobo: kobo.nullable(),
  single_outflow_kobo: kobo.nullable(),
  monthly_outflow_kobo: kobo.nullable(),
  balance_kobo: kobo.nullable(),
  /** How many transfers may leave in a day, and how many still may today. */
  daily_transfers: z.int().nullable(),
  transfers_left: z.int().nullable(),
  /** What may come into the cash wallet now, and still leave it today. */
  room_kobo: kobo.nullable(),
  left_today_kobo: kobo.nullable(),
  channels: z.array(channelRoom),
  /** The tier above and what lifts the person into it; `missing` is null when nothing is missing. */
  next: z.object({ plan: z.enum(plans), missing: z.string().nullable() }).nullable(),
});

/** C327. */
export const snapshot = get("/personal/users/wallet-snapshot", {
  spec: "C327",
  summary: "What the caller's accounts with us hold, and how much may move",
  can: ["personal:can_view_statements"],
  response: z.object({
    cash_kobo: kobo,
    reward_kobo: kobo,
    /** Earned by bringing others. */
    referral_kobo: kobo,
    /** Paid beyond what was owed. */
    credit_kobo: kobo,
    /** Money of the company, for its purposes. */
    purse_kobo: kobo,
    /** The verified account that money is sent to; null while there is none. */
    account: z.object({ bank_name: z.string(), account_no_last4: z.string() }).nullable(),
    limits: tierLimits,
    withdrawals: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        amount_kobo: kobo,
        status: z.enum(payoutStates.states),
        created_at: moment,
      }),
    ),
    /** A transfer awaits approval where the day's transfers go beyond this. */
    without_approval_kobo: kobo,
    limit_requests: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(cashLimitNames),
        requested_kobo: kobo,
        granted_kobo: kobo.nullable(),
        status: z.enum(cashLimitRequestStates.states),
        decision_reason: z.string().nullable(),
        created_at: moment,
      }),
    ),
  }),
});

const readsOwn = { can: ["personal:can_view_statements", "personal:can_pay_statements"] } as const;

export const statement = get("/personal/users/wallet/statement", {
  spec: "added",
  because: "People read what moved in their cash wallet on the days that they name, as their bank lets them.",
  summary: "The caller's cash wallet between two business days: its figures and the first movements",
  ...readsOwn,
  query: z.strictObject(statementRange),
  response: statementShape,
});

export const statementFile = get("/personal/users/wallet/statement/file", {
  spec: "added",
  because: "A statement is handed to a landlord, an embassy or a bookkeeper.",
  summary: "The same as a letter (PDF) or as a file (CSV, XLSX)",
  ...readsOwn,
  query: z.strictObject({ ...statementRange, format: z.enum(statementFormats).default("pdf") }),
  viewer_can: ["provider:can_view_statements"],
  kind: "file",
});
