/** What administrators change in the application (R021): few values, each typed, under a second pair of eyes. */
import { z } from "zod";
import { secondPersonAsked } from "./approvals.ts";
import { get, idParams, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { nonNegativeKobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";

const can = { audience: "admin", can: ["provider:can_update_system_configuration"] } as const;

/** Key → rules. A key that is not here cannot be set. */
export const configurationRules = {
  support_email: "required|email|max:200",
  support_phone: "required|phone",
  support_whatsapp: "required|phone",
  support_hours: "required|max:100",
  provider_address: "required|max:200",
  provider_licence: "required|max:200",
  provider_signatory: "nullable|max:120",
  complaint_days: "required|number|min:1|max:60",
  complaint_beyond: "required|max:300",
  minimum_age_years: "required|number|min:18|max:100",
  instant_approval_minimum_salary_kobo: "required|number|min:0",
  document_request_days: "required|number|min:1|max:30",
  high_end_salary_kobo: "required|number|min:1",
  quiet_hours_from: "required|number|min:0|max:23",
  quiet_hours_to: "required|number|min:0|max:23",
  marketing_messages_a_week: "required|number|min:0|max:50",
  failures_until_suppressed: "required|number|min:1|max:20",
  retention_unfinished_days: "required|number|min:90",
  retention_message_days: "required|number|min:90",
  referral_reward_kobo: "required|number|min:0",
  referred_reward_kobo: "required|number|min:0",
  reward_days: "required|number|min:1|max:3650",
  reward_remind_days: "required|number|min:0|max:365",
  cash_transfer_approval_kobo: "required|number|min:0",
  cash_limit_by_one_kobo: "required|number|min:0",
  card_line_rate_percent: "required|number|min:0|max:100",
  secure_deposit_minimum_kobo: "required|number|min:1",
  secure_deposit_maximum_kobo: "required|number|min:1",
  secure_return_days: "required|number|min:0|max:60",
  card_settlement_days: "required|number|min:1|max:30",
  card_dispute_days: "required|number|min:1|max:540",
  card_dispute_own_machine_hours: "required|number|min:1|max:720",
  card_dispute_machine_hours: "required|number|min:1|max:720",
  card_dispute_shop_hours: "required|number|min:1|max:720",
  card_dispute_alone_cents: "required|number|min:0",
  card_float_low_kobo: "required|number|min:0",
  card_float_low_cents: "required|number|min:0",
  card_dispute_alone_kobo: "required|number|min:0",
  card_own_machines: "nullable|max:60",
  sales_target_a_month: "required|number|min:0|max:100000",
  review_working_days: "required|number|min:1|max:30",
  appeal_pause_days: "required|number|min:0|max:365",
  partner_bank_prefix: "required|number|min:100|max:999",
  own_bank_account: "nullable|max:40",
  difference_alone_kobo: "required|number|min:0",
  difference_tolerance_kobo: "required|number|min:0|max:1000000",
  difference_tolerance_from: "required|length:10",
  difference_tolerance_account: "required|inArray:bank_charges,provider_charges,rounding",
  recorded_alone_by_one_kobo: "required|number|min:0",
  recorded_alone_on_loan_kobo: "required|number|min:0",
  recorded_alone_for_person_kobo: "required|number|min:0",
  line_suggested_percent: "required|number|min:0|max:300",
  line_offer_days: "required|number|min:1|max:90",
  deduction_lead_days: "required|number|min:1|max:20",
  deduction_grace_days: "required|number|min:0|max:20",
  deduction_shield_days: "required|number|min:0|max:60",
  deduction_salary_share_percent: "required|number|min:1|max:100",
  line_minimum_percent: "required|number|min:0|max:100",
  line_minimum_kobo: "required|number|min:0",
  line_due_days: "required|number|min:1|max:28",
  line_remind_days: "required|number|min:0|max:15",
  line_grace_days: "required|number|min:0|max:30",
  line_penalty_percent: "required|number|min:0|max:5",
  direct_assignment_kobo: "required|number|min:0",
  alone_power_hours: "required|number|min:0|max:720",
  new_beneficiary_hours: "required|number|min:0|max:720",
  new_beneficiary_kobo: "required|number|min:0",
  transfer_small_kobo: "required|number|min:0",
  transfer_large_kobo: "required|number|min:0",
  transfer_fee_small_kobo: "required|number|min:0",
  transfer_fee_middle_kobo: "required|number|min:0",
  transfer_fee_large_kobo: "required|number|min:0",
  transfer_fee_vat_percent: "required|numeric|min:0|max:100",
  transfer_price_small_kobo: "required|number|min:0",
  transfer_price_middle_kobo: "required|number|min:0",
  transfer_price_large_kobo: "required|number|min:0",
  stamp_duty_from_kobo: "required|number|min:0",
  stamp_duty_kobo: "required|number|min:0",
  transfer_step_up_kobo: "required|number|min:0",
  transfer_repeat_minutes: "required|number|min:0|max:1440",
  standing_order_retry_hours: "required|number|min:1|max:23",
  standing_order_retry_days: "required|number|min:0|max:6",
  standing_order_pause_after: "required|number|min:1|max:12",
  declared_holidays: "nullable|max:500",
  batch_repeat_days: "required|number|min:0|max:60",
  transfer_review_minutes: "required|number|min:1|max:10080",
  transfer_review_payees: "required|number|min:1|max:1000",
  transfer_review_from_kobo: "required|number|min:1",
  transfer_review_share_percent: "required|number|min:1|max:100",
  transfers_daily_kobo: "required|number|min:0",
  channel_online_person_kobo: "required|number|min:0",
  channel_file_person_kobo: "required|number|min:0",
  channel_planned_person_kobo: "required|number|min:0",
  channel_online_company_kobo: "required|number|min:0",
  channel_file_company_kobo: "required|number|min:0",
  channel_planned_company_kobo: "required|number|min:0",
  transfer_review_failures: "required|number|min:1|max:1000",
  company_review_payees: "required|number|min:1|max:1000",
  company_review_from_kobo: "required|number|min:1",
  company_review_failures: "required|number|min:1|max:1000",
  batch_review_payees: "required|number|min:1|max:10000",
  card_limit_second_person_kobo: "required|number|min:0",
  card_fee_physical_kobo: "required|number|min:0",
  card_fee_virtual_kobo: "required|number|min:0",
  card_fee_vat_percent: "required|number|min:0|max:30",
  card_renewal_days: "required|number|min:5|max:90",
  cards_per_holder: "required|number|min:1|max:50",
  card_cash_machine_day_kobo: "required|number|min:0",
  card_cash_week_person_kobo: "required|number|min:0",
  card_cash_week_company_kobo: "required|number|min:0",
  card_safety_limit_kobo: "required|number|min:1000000",
  bill_airtime_minimum_kobo: "required|number|min:1",
  bill_airtime_maximum_kobo: "required|number|min:1",
  bill_airtime_an_hour: "required|number|min:1|max:1000",
  bill_maximum_kobo: "required|number|min:1",
  wallet_limit_by_one_kobo: "required|number|min:0",
  betting_daily_kobo: "required|number|min:0",
  betting_raise_hours: "required|number|min:1|max:720",
  bill_same_within_minutes: "required|number|min:0|max:1440",
  bill_fee_vat_percent: "required|number|min:0|max:30",
  bill_pending_hours: "required|number|min:1|max:24",
  bill_float_low_kobo: "required|number|min:0",
  bill_report_days: "required|number|min:1|max:30",
  refund_alone_kobo: "required|number|min:0",
  refund_claim_days: "required|number|min:1|max:365",
  refund_claim_hours: "required|number|min:1|max:720",
  bills_cheapest_first: "required|number|min:0|max:1",
  failed_airtime_hours: "required|number|min:1|max:24",
  not_me_hours: "required|number|min:1|max:48",
  failed_value_hours: "required|number|min:1|max:720",
  transfer_pending_hours: "required|number|min:1|max:24",
  plan_remind_days: "required|number|min:1|max:30",
  plan_grace_days: "required|number|min:0|max:60",
  announcement: "nullable|max:300",
} as const;
export type ConfigurationKey = keyof typeof configurationRules;
export const configurationKeys = Object.keys(configurationRules) as [ConfigurationKey, ...ConfigurationKey[]];

/** Sums that hold from a day on (decisions.md, money recorded by hand): the past is judged by the value of its day, and a lower sum is the stricter one. */
export const datedKeys = [
  "recorded_alone_by_one_kobo",
  "recorded_alone_on_loan_kobo",
  "recorded_alone_for_person_kobo",
] as const satisfies readonly ConfigurationKey[];
export type DatedKey = (typeof datedKeys)[number];

const value = z.union([z.string(), z.number(), z.boolean()]);

export const find = get("/admin/configuration", {
  spec: "added",
  because: "The screen of configuration shows every value with its meaning.",
  summary: "The configuration with what each value is for",
  ...can,
  response: z.object({
    items: z.array(
      z.object({
        key: z.string(),
        value,
        description: z.string(),
        is_public: z.boolean(),
        rules: z.string().nullable(),
        updated_at: moment,
        updated_by: z.string().nullable(),
        /** Of a value that holds from a day on: what was agreed, the newest first; null for others. `value` is what holds now. */
        dated: z
          .array(
            z.object({
              id: z.uuid(),
              valid_from: z.string(),
              value,
              is_now: z.boolean(),
              /** Its day is still to come, and nobody has withdrawn it. */
              is_to_come: z.boolean(),
              reason: z.string(),
              set_by: z.string().nullable(),
              withdrawn_because: z.string().nullable(),
              withdrawn_by: z.string().nullable(),
            }),
          )
          .nullable(),
      }),
    ),
    waiting: z.array(z.object({ approval_id: z.uuid(), title: z.string() })),
  }),
});

/** Nothing changes until a second person agrees. */
export const update = put("/admin/configuration", {
  spec: "added",
  because: "Configuration that decides about money changes by two people.",
  summary: "Ask for other values",
  ...can,
  step_up: true,
  body: form(
    { values: "required", valid_from: "nullable", reason: reasonRule },
    {
      values: z.partialRecord(z.enum(configurationKeys), z.union([z.string().max(500), z.number()])),
      /** Of values that hold from a day on: a day to come. */
      valid_from: businessDate.optional(),
    },
  ),
  response: secondPersonAsked,
});

/** A value for a day to come does not hold after all. What would have raised the sum is withdrawn at once: the sum only stays lower. What would have lowered it asks a second person. */
export const withdraw = post("/admin/configuration/values/{id}/withdraw", {
  spec: "added",
  because: "A dated value can turn out to be wrong before its day.",
  summary: "Withdraw a value before its day",
  ...can,
  step_up: true,
  params: idParams,
  body: form({ reason: reasonRule }),
  /** Null where it is withdrawn; else the request that a second person decides. */
  response: z.object({ approval_id: z.uuid().nullable() }),
});

/** Stricter from today on; to raise a sum takes a day to come and two persons. */
export const lower = post("/admin/configuration/values/lower", {
  spec: "added",
  because: "Who sees misuse must not wait for a day or for a colleague to make a sum smaller.",
  summary: "Lower a dated sum at once",
  ...can,
  step_up: true,
  body: form(
    { key: "required", value: "required|number|min:0", reason: reasonRule },
    { key: z.enum(datedKeys), value: nonNegativeKobo },
  ),
  response: z.object({}),
});
