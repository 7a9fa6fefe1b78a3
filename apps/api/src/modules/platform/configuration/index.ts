/** The door of configuration: what administrators set, read with its type. */
import {
  type ConfigurationKey,
  configurationKeys,
  configurationRules,
  type DatedKey,
  datedKeys,
} from "@manilla/contract/platform/configuration";
import { checkForm } from "@manilla/contract/form-rules";
import { counted } from "@manilla/contract/formats";
import { displayPhone } from "@manilla/contract/phone";
import { sql } from "kysely";
import type { Config } from "../../../config.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { ask, fixed } from "../../../db/fixed.ts";
import { InvalidFields } from "../../../errors.ts";

const NUMBERS = [
  "minimum_age_years",
  "instant_approval_minimum_salary_kobo",
  "document_request_days",
  "high_end_salary_kobo",
  "review_working_days",
  "appeal_pause_days",
  "complaint_days",
  "plan_remind_days",
  "plan_grace_days",
  "referral_reward_kobo",
  "referred_reward_kobo",
  "reward_days",
  "reward_remind_days",
  "cash_transfer_approval_kobo",
  "cash_limit_by_one_kobo",
  "card_line_rate_percent",
  "secure_deposit_minimum_kobo",
  "secure_deposit_maximum_kobo",
  "secure_return_days",
  "card_settlement_days",
  "collection_daily_attempts",
  "card_dispute_days",
  "card_dispute_own_machine_hours",
  "card_dispute_machine_hours",
  "card_dispute_shop_hours",
  "card_dispute_alone_cents",
  "card_dispute_alone_kobo",
  "sales_target_a_month",
  "quiet_hours_from",
  "quiet_hours_to",
  "marketing_messages_a_week",
  "retention_unfinished_days",
  "retention_message_days",
  "failures_until_suppressed",
  "difference_alone_kobo",
  "difference_tolerance_kobo",
  "line_suggested_percent",
  "line_offer_days",
  "deduction_lead_days",
  "deduction_grace_days",
  "deduction_shield_days",
  "deduction_salary_share_percent",
  "line_minimum_percent",
  "line_minimum_kobo",
  "line_due_days",
  "line_remind_days",
  "line_grace_days",
  "line_penalty_percent",
  "direct_assignment_kobo",
  "alone_power_hours",
  "new_beneficiary_hours",
  "new_beneficiary_kobo",
  "transfer_small_kobo",
  "transfer_large_kobo",
  "transfer_fee_small_kobo",
  "transfer_fee_middle_kobo",
  "transfer_fee_large_kobo",
  "transfer_price_small_kobo",
  "transfer_price_middle_kobo",
  "transfer_price_large_kobo",
  "transfer_fee_vat_percent",
  "stamp_duty_from_kobo",
  "stamp_duty_kobo",
  "transfer_step_up_kobo",
  "transfer_repeat_minutes",
  "standing_order_retry_hours",
  "standing_order_retry_days",
  "standing_order_pause_after",
  "batch_repeat_days",
  "transfer_review_minutes",
  "transfer_review_payees",
  "transfer_review_from_kobo",
  "transfer_review_share_percent",
  "transfers_daily_kobo",
  "channel_online_person_kobo",
  "channel_file_person_kobo",
  "channel_planned_person_kobo",
  "channel_online_company_kobo",
  "channel_file_company_kobo",
  "channel_planned_company_kobo",
  "transfer_review_failures",
  "company_review_payees",
  "company_review_from_kobo",
  "company_review_failures",
  "batch_review_payees",
  "card_limit_second_person_kobo",
  "card_fee_physical_kobo",
  "card_fee_virtual_kobo",
  "card_fee_vat_percent",
  "card_renewal_days",
  "cards_per_holder",
  "card_safety_limit_kobo",
  "card_cash_machine_day_kobo",
  "card_cash_week_person_kobo",
  "card_cash_week_company_kobo",
  "partner_bank_prefix",
  "bill_airtime_minimum_kobo",
  "bill_airtime_maximum_kobo",
  "bill_airtime_an_hour",
  "bill_maximum_kobo",
  "wallet_limit_by_one_kobo",
  "betting_daily_kobo",
  "betting_raise_hours",
  "bill_same_within_minutes",
  "bill_fee_vat_percent",
  "bill_pending_hours",
  "bill_float_low_kobo",
  "card_float_low_kobo",
  "card_float_low_cents",
  "bill_report_days",
  "refund_alone_kobo",
  "refund_claim_days",
  "refund_claim_hours",
  "bills_cheapest_first",
  "failed_airtime_hours",
  "not_me_hours",
  "failed_value_hours",
  "transfer_pending_hours",
] as const;
type NumberKey = (typeof NUMBERS)[number];
const numbers = new Set<string>([...datedKeys, ...NUMBERS]);

type Values = Record<string, unknown>;
interface Version {
  version: string;
  values: Values;
}
/** What a transaction has read: one that moves money asks for up to twenty values, each of which was a round trip. */
const readBy = new WeakMap<Database, Promise<Values>>();
/** What was read last. Its name changes with each change, and is of one database alone. */
let readLast: Version | undefined;

const versionNow = fixed<object, Pick<Version, "version">>(() => sql`select version from configuration_version`);
/** In one statement: between two, somebody might change it. */
const allNow = fixed<object, Version>(
  () =>
    sql`select version, (select jsonb_object_agg(key, value) from configuration) as "values" from configuration_version`,
);

/** All values. Every transaction asks whether they are still the same; what they are is read once after a change. */
async function allValues(db: Database): Promise<Values> {
  const [now] = await ask(db, versionNow(db, {}));
  if (readLast === undefined || readLast.version !== now?.version) [readLast] = await ask(db, allNow(db, {}));
  return readLast!.values;
}

/** A value; a transaction reads all of them at once, and knows them until it ends. */
async function valueOf(db: Database | Tx, key: string): Promise<unknown> {
  if (!db.isTransaction)
    return (await db.selectFrom("configuration").select("value").where("key", "=", key).executeTakeFirst())?.value;
  const values = readBy.get(db) ?? allValues(db);
  readBy.set(db, values);
  return (await values)[key];
}

/** A number that administrators set. @throws Error when the migrations did not run */
export async function readSetting(db: Database | Tx, key: NumberKey): Promise<number> {
  const found = await valueOf(db, key);
  const value = Number(found);
  if (found === undefined || !Number.isFinite(value)) throw new Error(`the configuration has no ${key}`);
  return value;
}

export { settingsOn } from "./dated.ts";

/** A text that administrators set; empty where they have not. */
export async function readText(db: Database | Tx, key: ConfigurationKey): Promise<string> {
  const value = await valueOf(db, key);
  return typeof value === "string" ? value.trim() : "";
}

export interface Contacts {
  phone: string;
  whatsapp: string;
  email: string;
  hours: string;
  address: string;
  licence: string;
}

/** Whom people reach and who the provider is: what letters and messages end with. */
export async function readContacts(db: Database | Tx): Promise<Contacts> {
  const keys = ["phone", "whatsapp", "email", "hours", "address", "licence"] as const;
  const keyOf = (name: string): string =>
    `${name === "address" || name === "licence" ? "provider" : "support"}_${name}`;
  const rows = await db
    .selectFrom("configuration")
    .select(["key", "value"])
    .where("key", "in", keys.map(keyOf))
    .execute();
  const values = new Map(rows.map(({ key, value }) => [key, String(value)]));
  return Object.fromEntries(keys.map((name) => [name, values.get(keyOf(name)) ?? ""])) as unknown as Contacts;
}

/** "Questions or complaints: …", for the end of a letter or a mail. */
export const waysToReach = ({ phone, whatsapp, email, hours }: Contacts): string =>
  `Questions or complaints: phone ${displayPhone(phone)}, WhatsApp ${displayPhone(whatsapp)}, ${email} (${hours})`;

/** How long a complaint takes and where it is made, for the end of a letter or a mail. @param days in which one is resolved */
export const complaintClock = (days: number, { public_url }: Pick<Config, "public_url">): string =>
  `We resolve a complaint within ${counted(days, "day")}; make one, and follow it, at ${public_url}/help`;

/** What each page of a letter ends with. */
export async function footOf(db: Database | Tx, { config }: { config: Pick<Config, "public_url"> }): Promise<string[]> {
  const [contacts, days] = [await readContacts(db), await readSetting(db, "complaint_days")];
  return [`Manilla, ${contacts.address}. ${contacts.licence}`, waysToReach(contacts), complaintClock(days, config)];
}

/** The values in the type that each key keeps. @throws InvalidFields at the keys */
export function typedValues(
  values: Partial<Record<ConfigurationKey, string | number>>,
): Partial<Record<ConfigurationKey, string | number>> {
  const chosen = configurationKeys.filter((key) => values[key] !== undefined);
  if (chosen.length === 0) throw new InvalidFields({ values: ["this field is required"] });
  const messages = checkForm(Object.fromEntries(chosen.map((key) => [key, configurationRules[key]])), values);
  if (Object.keys(messages).length > 0)
    throw new InvalidFields(
      Object.fromEntries(Object.entries(messages).map(([key, message]) => [`values.${key}`, [message]])),
    );
  return Object.fromEntries(
    chosen.map((key) => [key, numbers.has(key) ? Number(values[key]) : String(values[key]).trim()]),
  );
}

export const isDated = (key: string): key is DatedKey => (datedKeys as readonly string[]).includes(key);

/** A change is seen by what the same transaction reads afterwards. */
export const forgetRead = (tx: Tx): void => void readBy.delete(tx);
