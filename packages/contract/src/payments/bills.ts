/** Airtime and bills (R143): what is sold, paying it, and following it. Two providers are behind the same calls. */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";
import { billKindNames, billProviderNames } from "./bill-kinds.ts";
import { billSourceNames, billStates, ownBillSources } from "./bill-states.ts";

const sees = { can: ["personal:can_pay_bills", "company:can_view_bills"] } as const;
/** A deactivated person still sees their bills and pays none; an employee pays without a borrower's profile. */
const guards = ["password_changed", "profile_approved"] as const;
const buys = { can: ["personal:can_pay_bills"], guards } as const;
const verifies = { can: ["personal:can_pay_bills", "company:can_request_transfers"], guards } as const;
const pays = { ...buys, effect: "moves_money" } as const;
const kind = z.enum(billKindNames);
const service = z.string().max(40);

export const billRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind,
  service,
  service_name: z.string(),
  item: z.string(),
  item_name: z.string(),
  /** A phone, a meter, a smart card or an account. */
  customer_no: z.string(),
  customer_name: z.string().nullable(),
  amount_kobo: kobo,
  fee_kobo: kobo,
  vat_kobo: kobo,
  total_kobo: kobo,
  paid_from: z.enum(billSourceNames),
  status: z.enum(billStates.states),
  /** What is typed into the meter, in this order; empty while it has not come. */
  tokens: z.array(z.string()),
  units: z.string().nullable(),
  created_at: moment,
  ended_at: moment.nullable(),
});

/** What it takes to follow a bill: when its provider is asked again, and whether a person looks at it. */
export const billDetail = billRow.extend({
  next_question_at: moment.nullable(),
  /** A colleague looks at it. */
  is_reviewed: z.boolean(),
  failure: z.string().nullable(),
});

/** C337. `{userId}` is the caller, or somebody whose purse is the caller's company's. */
export const transactions = list("/baxi/transaction/{userId}", {
  spec: "C337",
  summary: "Bill transactions of a person: their own, or what they paid of their company's money",
  ...sees,
  params: z.strictObject({ userId: z.uuid() }),
  row: billRow,
  search: ["reference", "customer_no"],
  filters: {
    kind: { kind: "choice", label: "What", options: billKindNames },
    status: { kind: "choice", options: billStates.states },
  },
  sorts: ["created_at", "amount_kobo"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "-created_at",
});

export const companyBills = list("/company/bills", {
  spec: "added",
  because: "A company sees what all its people paid of its money; C337 asks person by person.",
  summary: "What was paid of the company's money for airtime and bills: from its wallet, and from purses",
  can: ["company:can_view_bills"],
  row: billRow.omit({ item: true, tokens: true, units: true }).extend({ user_id: z.uuid(), person: z.string() }),
  search: ["reference", "person"],
  filters: {
    kind: { kind: "choice", label: "What", options: billKindNames },
    status: { kind: "choice", options: billStates.states },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["created_at", "amount_kobo", "total_kobo"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "-created_at",
});

const soldKind = z.object({
  kind,
  services: z.array(z.object({ service, name: z.string() })),
  fee_kobo: kobo,
  vat_kobo: kobo,
  /** What comes back to the reward wallet, in percent. */
  cashback_percent: z.string(),
  minimum_kobo: kobo,
  maximum_kobo: kobo,
  /** Why nothing of it is sold at the moment. */
  notice: z.string().nullable(),
});

export const companyBill = get("/company/bills/{id}", {
  spec: "added",
  because: "What the company's wallet has paid, and its token, belong to all who see its bills.",
  summary: "A bill that the company's wallet paid",
  can: ["company:can_view_bills"],
  params: idParams,
  /** With what it is in the company's spend. */
  response: billDetail.extend({ person: z.string(), expense_id: z.uuid().nullable() }),
});

export const companyReceipt = get("/company/bills/{id}/receipt", {
  spec: "added",
  because: "A company keeps the receipt of what it paid.",
  summary: "The receipt of a delivered bill that the company's wallet paid, as PDF",
  can: ["company:can_view_bills"],
  viewer_can: ["provider:can_view_transactions"],
  kind: "file",
  params: idParams,
});

/** C338. */
export const services = get("/baxi/biller-services", {
  spec: "C338",
  summary: "What is sold, with its charges and limits, and the wallets that the caller can pay from",
  ...sees,
  response: z.object({
    kinds: z.array(soldKind),
    sources: z.array(z.object({ paid_from: z.enum(billSourceNames), available_kobo: kobo })),
  }),
});

const sold = z.object({
  service,
  name: z.string(),
  items: z.array(z.object({ item: z.string(), name: z.string(), price_kobo: kobo })),
});
const serviceParams = z.strictObject({ id: service.regex(/^[a-z0-9-]+$/) });

/** C339. `{id}` is the service: a network, a seller of internet, or an examination. */
export const bundles = get("/baxi/provider-bundles/{id}", {
  spec: "C339",
  summary: "Data bundles of a network, plans of a seller of internet, or PINs of an examination",
  ...sees,
  params: serviceParams,
  response: sold,
});

/** C340. `{id}` is the service. */
export const bouquets = get("/baxi/multichoice-list/{id}", {
  spec: "C340",
  summary: "Bouquets of a television service",
  ...sees,
  params: serviceParams,
  response: sold,
});

/** C347. */
export const categories = get("/flutterwave/bill-categories", {
  spec: "C347",
  summary: "Kinds of bills, and which provider sells each at the moment",
  ...sees,
  response: z.object({ categories: z.array(z.object({ kind, providers: z.array(z.enum(billProviderNames)) })) }),
});

const customerNumber = "required|min:5|max:20";
const found = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  outstanding_kobo: kobo,
  minimum_kobo: kobo,
  /** The bouquet that runs on a smart card, at its price now; null where it is not known. */
  current: z
    .object({ item: z.string(), name: z.string(), price_kobo: kobo, due_on: businessDate.nullable() })
    .nullable(),
});

/** C343. */
export const verifyMeter = post("/baxi/verify-electric-user", {
  spec: "C343",
  summary: "Whose meter it is, what is owed on it, and the least that can be paid",
  ...verifies,
  body: form({ service: "required|max:40", customer_no: customerNumber }),
  response: found,
});

/** C345. */
export const verifyAccount = post("/baxi/verify-account-details", {
  spec: "C345",
  summary: "Whose smart card, internet, betting or toll account it is, or whose tax is paid",
  ...verifies,
  body: form({ service: "required|max:40", customer_no: customerNumber }),
  response: found,
});

const money = { amount_kobo: "required", paid_from: "nullable", is_again: "nullable" } as const;
const moneyShapes = {
  amount_kobo: positiveKobo,
  paid_from: z.enum(ownBillSources).optional(),
  /** Says yes to `just_paid`: the same was paid a moment ago, and is meant again. */
  is_again: z.boolean().optional(),
} as const;

/** C341. */
export const buyAirtime = post("/baxi/airtime-request", {
  spec: "C341",
  summary: "Buy airtime for a phone",
  ...pays,
  notes: "Refuses with `just_paid` what was paid within the last minutes, until `is_again` says that it is meant.",
  body: form({ service: "required|max:40", phone: "required|phone", ...money }, moneyShapes),
  response: billDetail,
});

/** C342. */
export const buyData = post("/baxi/databundle-request", {
  spec: "C342",
  summary: "Buy a data bundle for a phone",
  ...pays,
  notes: "`amount_kobo` is the price that the buyer saw: another price by now is refused with `price_changed`.",
  body: form({ service: "required|max:40", phone: "required|phone", item: "required|max:200", ...money }, moneyShapes),
  response: billDetail,
});

/** C344. */
export const buyPower = post("/baxi/electricity-request", {
  spec: "C344",
  summary: "Buy power for a meter that was verified before",
  ...pays,
  body: form({ verified_id: "required", ...money }, { verified_id: z.uuid(), ...moneyShapes }),
  response: billDetail,
});

/** C346. */
export const buyTelevision = post("/baxi/multichoice-request", {
  spec: "C346",
  summary: "Buy a bouquet for a smart card that was verified before",
  ...pays,
  body: form(
    { verified_id: "required", item: "required|max:200", ...money },
    { verified_id: z.uuid(), ...moneyShapes },
  ),
  response: billDetail,
});

/** C348. Any kind whose owner was verified, and PINs of examinations: they have no calls of their own. */
export const payBill = post("/flutterwave/bill-payment", {
  spec: "C348",
  summary: "Pay any bill whose owner was verified before, or buy the PIN of an examination for a phone",
  ...pays,
  notes:
    "The provider is chosen as for every bill: the path names the one that had this call first. Without `verified_id` it is a PIN of `service` for `phone`.",
  body: form(
    {
      verified_id: "nullable",
      service: "nullable|max:40",
      phone: "nullable|phone",
      item: "nullable|max:200",
      ...money,
    },
    { verified_id: z.uuid().optional(), ...moneyShapes },
  ),
  response: billDetail,
});

export const find = get("/personal/users/bills/{id}", {
  spec: "added",
  because: "A buyer follows a bill until it is there, and reads its token again.",
  summary: "A bill of the caller: its state, its token, when its provider is asked again",
  can: ["personal:can_pay_bills"],
  params: idParams,
  response: billDetail,
});

export const receipt = get("/personal/users/bills/{id}/receipt", {
  spec: "added",
  because: "A receipt is kept as paper.",
  summary: "The receipt of a bill that was delivered, as PDF",
  can: ["personal:can_pay_bills"],
  viewer_can: ["provider:can_view_transactions"],
  kind: "file",
  params: idParams,
});
