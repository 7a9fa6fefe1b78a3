/** Credit cards as lines: what is owed on them, their monthly statements, how they are paid (C123, C241, C255; R111, R116, R117). */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo, positiveKobo } from "../money.ts";
import { disbursementRooms } from "../permissions.ts";
import { businessDate, moment } from "../time.ts";
import { cardPaymentChannelNames } from "./card-payment-words.ts";
import { cardStatementStates } from "./card-statement-states.ts";
import { cardStates } from "./card-states.ts";
import { UNSORTED } from "../page.ts";

const sees = { audience: "admin", can: ["provider:can_view_credit_card_repayments"] } as const;

const statement = z.object({
  id: z.uuid(),
  /** `yyyy-mm` */
  month: z.string(),
  due_on: businessDate,
  status: z.enum(cardStatementStates.states),
  /** All that was owed when it was issued, and the least of it that is due. */
  full_kobo: kobo,
  minimum_kobo: kobo,
  /** Since it was issued, until the next one. */
  paid_kobo: kobo,
  /** Of the minimum, unpaid; 0 where another statement has taken over. */
  left_kobo: kobo,
});
const holder = { card_id: z.uuid(), user_id: z.uuid(), person: z.string(), last4: z.string().nullable() };

/** C123, for R116. */
export const listRepayments = list("/admin/personal/cards/repayments", {
  spec: "C123",
  summary: "What is due on people's credit cards, statement by statement",
  ...sees,
  row: statement.extend(holder),
  search: ["person"],
  filters: {
    status: { kind: "choice", label: "State", options: cardStatementStates.states },
    card_id: { kind: "id", label: "Card" },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["due_on", "minimum_kobo", "full_kobo", "left_kobo"],
  ranges: ["due_on", "minimum_kobo"],
  default_sort: "-due_on",
});

export const listPayments = list("/admin/personal/cards/payments", {
  spec: "added",
  because: "R117 lists what was paid; C123 lists what is due.",
  summary: "What was paid on people's credit cards, in its parts",
  ...sees,
  row: z.object({
    id: z.uuid(),
    ...holder,
    amount_kobo: kobo,
    penalty_kobo: kobo,
    interest_kobo: kobo,
    principal_kobo: kobo,
    channel: z.enum(cardPaymentChannelNames),
    reference: z.string(),
    paid_on: businessDate,
    taken_back_on: businessDate.nullable(),
    created_at: moment,
  }),
  search: ["person", "reference"],
  filters: {
    channel: { kind: "choice", label: "How", options: cardPaymentChannelNames },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["created_at", "amount_kobo", "principal_kobo", "interest_kobo"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "-created_at",
});

export const listLines = list("/admin/personal/cards/lines", {
  spec: "added",
  because: "R111 lists the credit that cards were given; C122 lists the cards.",
  summary: "The lines of people's credit cards: what was granted, what is owed, what is left",
  audience: "admin",
  can: disbursementRooms,
  row: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    person: z.string(),
    last4: z.string().nullable(),
    kind: z.string(),
    card_status: z.enum(cardStates.states),
    limit_kobo: kobo,
    annual_rate_percent: z.string(),
    owed_kobo: kobo,
    /** Neither drawn nor held. */
    available_kobo: kobo,
    granted_on: businessDate,
  }),
  search: ["person"],
  filters: { is_closed: { kind: "boolean", label: "Card is closed" }, user_id: { kind: "id", label: "Person" } },
  sorts: ["granted_on", "limit_kobo"],
  unsorted: { owed_kobo: UNSORTED.balance, available_kobo: UNSORTED.balance },
  ranges: ["granted_on", "limit_kobo"],
  default_sort: "-granted_on",
});

/** C241. */
export const ofCompany = get("/companies/card/repayment/{companyId}", {
  spec: "C241",
  summary: "A company's credit line: drawn by cards, due, and how it is paid",
  can: ["company:can_view_statements", "provider:can_view_statements"],
  params: z.strictObject({ companyId: z.uuid() }),
  response: z.object({
    company: z.object({ id: z.uuid(), name: z.string() }),
    /** Null for a company without a line. */
    line: z
      .object({
        owed_kobo: kobo,
        available_kobo: kobo,
        automatic: z.enum(["minimum", "full"]),
        transfer_kobo: kobo,
        statement: statement.nullable(),
      })
      .nullable(),
    /** What each card has drawn since the last statement, less what shops gave back. */
    cards: z.array(z.object({ id: z.uuid(), person: z.string(), last4: z.string().nullable(), drawn_kobo: kobo })),
  }),
});

/** C255. For a company's line, or with `card_id` for a card of one's own. */
export const setUp = post("/companies/card/repayment/setup", {
  spec: "C255",
  summary: "Say what is taken by itself on the due day, and what the next transfer pays",
  can: ["company:can_pay_statements", "personal:can_pay_statements"],
  body: form(
    {
      card_id: "nullable",
      automatic: "required|inArray:none,minimum,full",
      transfer_kobo: "nullable",
      debits_bank_card: "nullable",
    },
    {
      card_id: z.uuid().nullish(),
      automatic: z.enum(["none", "minimum", "full"]),
      transfer_kobo: nonNegativeKobo.nullish(),
      /** Of a card of one's own: what the wallet does not have is taken from one's bank card; as it was where absent. */
      debits_bank_card: z.boolean().optional(),
    },
  ),
  response: z.object({
    automatic: z.enum(["none", "minimum", "full"]),
    transfer_kobo: kobo,
    debits_bank_card: z.boolean(),
  }),
});

const ownLine = z.object({
  id: z.uuid(),
  last4: z.string().nullable(),
  card_status: z.enum(cardStates.states),
  limit_kobo: kobo,
  annual_rate_percent: z.string(),
  drawn_kobo: kobo,
  interest_kobo: kobo,
  penalty_kobo: kobo,
  available_kobo: kobo,
  automatic: z.enum(["none", "minimum", "full"]),
  transfer_kobo: kobo,
  debits_bank_card: z.boolean(),
  statements: z.array(statement),
  /** Since the last statement, the newest first. */
  movements: z.array(
    z.object({
      on: businessDate,
      what: z.enum(["drawn", "repaid", "interest", "penalty", "taken_back"]),
      /** Where it was paid, or who gave it back. */
      shop: z.string().nullable(),
      amount_kobo: kobo,
      balance_kobo: kobo,
    }),
  ),
});

export const listOwn = get("/personal/cards/bills", {
  spec: "added",
  because: "The specification has what is due for staff and companies; its holder sees it too.",
  summary: "What is owed on one's own credit cards, their bills, and how they are paid",
  can: ["personal:can_view_cards"],
  /** `bank_card` is the saved one that is debited; null where there is none. */
  response: z.object({ lines: z.array(ownLine), cash_kobo: kobo, bank_card: z.string().nullable() }),
});

export const download = get("/personal/cards/bills/download/{id}", {
  spec: "added",
  because: "A bill is kept, and shown to others.",
  summary: "A bill of one's own credit card with every shop on it, as a letter (PDF) or as a file (CSV)",
  can: ["personal:can_view_cards"],
  params: idParams,
  query: z.strictObject({ format: z.enum(["pdf", "csv"]).default("pdf") }),
  viewer_can: ["provider:can_view_statements"],
  kind: "file",
});

export const pay = post("/personal/cards/{id}/pay", {
  spec: "added",
  because: "A card is paid from its holder's cash wallet before the due day.",
  summary: "Pay a credit card from one's cash wallet",
  can: ["personal:can_pay_statements"],
  // A deactivated person still pays what is owed.
  guards: ["password_changed"],
  effect: "moves_money",
  params: idParams,
  body: form({ amount_kobo: "required" }, { amount_kobo: positiveKobo }),
  response: z.object({ owed_kobo: kobo, cash_kobo: kobo }),
});
