/**
 * Promise Z2: no cross-tenant read or write. Two full tenants; into every place of every call that takes an id, ids of the other tenant are put: all
 * of what the place speaks of, and a share of everything else. The answer is 404 (or 403, 422), shows nothing of the other tenant, and nothing of theirs changes. A new call is
 * covered by itself: a place that takes an id and that not even an own id opens fails the test, until SAMPLES says what a right body is.
 */
import { isoDay } from "@manilla/contract/formats";
import type { Endpoint } from "@manilla/contract/endpoint";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { clock } from "../../apps/api/src/clock.ts";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { type Answer, type CallOptions } from "../api.ts";
import { useLendingWorld } from "../world.ts";
import { fingerprintOf, idsOf } from "../tenant-rows.ts";
import { type Tenant, makeTenants } from "../tenants.ts";

const world = await useLendingWorld();
let own: Tenant;
let other: Tenant;
/** What is the other tenant's: nothing of this sweep may change it, so each test compares with the same. */
let theirsBefore: Record<string, string> | undefined;
let ownIds: { id: string; table: string }[];
let otherIds: { id: string; table: string }[];
/** Whatever an answer may not contain. */
let secrets: string[];
beforeAll(async () => {
  const [first, second] = await makeTenants(world, await world.api.person("super_admin"), ["Astermark", "Zebramark"]);
  if (!first || !second) throw new Error("two tenants are needed");
  [own, other] = [first, second];
  const few = (ids: Map<string, string[]>, most: number) =>
    [...ids].flatMap(([table, all]) =>
      all.filter((_, at) => all.length <= most || at === 0 || at === all.length - 1).map((id) => ({ id, table })),
    );
  const theirs = await idsOf(world.api, other);
  ownIds = few(await idsOf(world.api, own), 5);
  // A movement of money has the id of what moved: asked once.
  otherIds = [...new Map(few(theirs, 2).map((one) => [one.id, one])).values()];
  secrets = [
    other.marker.toLowerCase(),
    ...[...theirs.values()].flat(),
    ...Object.values(other.people).flatMap(({ email, phone }) => [email, phone]),
  ];
}, 300_000);

const ACCOUNT = { bank_code: "058", account_no: makeNuban("058", 499_999_993) };
const LINES = [{ merchant: "Shop", amount_kobo: 100, spent_on: "2026-01-10" }];
const REQUEST = { kind: "reimbursement", purpose: "A trip", lines: LINES, is_draft: true };
/** Another name than the bank's: found, and then not sent. */
const SENDS = { kind: "bank", amount_kobo: 100, payee_name: "Another Name" };
const REPEATS = { amount_kobo: 100, repeat: "last_day", first_on: isoDay(clock.now()), ends: "never" };
const CONTROLS = {
  ...Object.fromEntries(
    ["per_authorisation", "day", "week", "month", "year", "all_time"].map((each) => [`${each}_kobo`, 9_000]),
  ),
  day_count: null,
  from_hour: null,
  to_hour: null,
  tips_percent: 0,
  allowed_categories: [],
  blocked_categories: [],
  allowed_merchants: [],
  blocked_merchants: [],
  channels: [],
  countries: [],
  weekdays: [],
};
const RULE = { name: "Cap", effect: "warn", cap_item_kobo: 100_000 };

/** Right bodies and queries, where a made-up one would be refused before the id is looked at. */
const SAMPLES: Record<
  string,
  (tenant: Tenant) => {
    params?: Record<string, string>;
    body?: Record<string, unknown>;
    query?: Record<string, string>;
  }
> = {
  "passkeys.rename": () => ({ body: { name: "Work phone" } }),
  "timeRequests.ask": () => ({ body: { kind: "reschedule", text: "The shop was closed." } }),
  "transfers.quote": () => ({ body: { kind: "bank", amount_kobo: 100 } }),
  "transfers.initiate": () => ({ body: SENDS }),
  "transfers.sendFromCard": () => ({ body: { ...SENDS, ...ACCOUNT } }),
  "transfers.request": () => ({ body: { amount_kobo: 100 } }),
  "transfers.quoteOfCompany": () => ({ body: { amount_kobo: 100 } }),
  "transfers.approve": () => ({ body: { decision: "approve" } }),
  "standingOrders.create": () => ({ body: { ...SENDS, ...REPEATS } }),
  "standingOrders.request": () => ({ body: REPEATS }),
  "standingOrders.change": () => ({ body: REPEATS }),
  "bills.buyPower": () => ({ body: { amount_kobo: 100_000 } }),
  "bills.buyTelevision": () => ({ body: { amount_kobo: 100_000, item: "padi" } }),
  "bills.payBill": () => ({ body: { amount_kobo: 100_000 } }),
  "billOrders.request": () => ({ body: { kind: "electricity", amount_kobo: 100_000 } }),
  "billPlans.keep": () => ({ body: { name: "Mother" } }),
  "billPlans.create": () => ({ body: { every: "week", on_day: 1, maximum_kobo: 100_000 } }),
  "refunds.ofPayment": () => ({ params: { kind: "bill" } }),
  "refunds.claim": () => ({
    params: { kind: "bill" },
    body: { claim: "not_me", statement: "I did not buy this at all." },
  }),
  "cardControls.set": () => ({ body: CONTROLS }),
  "cardControls.askRaise": () => ({
    body: { period: "day", amount_kobo: 100, ends_on: isoDay(clock.now()), reason: "A tyre" },
  }),
  "cardControls.declineRaise": () => ({ body: { reason: "Not now" } }),
  "cardAuthorisations.wasMe": () => ({ body: { was_me: true } }),
  "cardDisputes.open": () => ({ body: { reason: "not_me", amount_kobo: "100", text: "It was not me at all." } }),
  "cardDisputes.addEvidence": () => ({ body: { text: "I was abroad." } }),
  "cards.replace": () => ({ body: { because: "damaged" } }),
  "cards.close": () => ({ body: { reason: "Not needed any more" } }),
  "cards.requestCredit": () => ({ body: { form: "virtual", limit_kobo: 100_000 } }),
  "cards.requestDebit": () => ({ body: { form: "virtual" } }),
  "complaints.reply": () => ({ body: { text: "More about it" } }),
  "access.updateCompanyUser": ({ people }) => ({
    body: { user_id: people.employee.user_id, granted: [], withheld: [] },
  }),
  "colleagues.update": () => ({ body: { roles: ["company_audit"], withheld: [], reason: "Audits" } }),
  "colleagues.suspend": () => ({ body: { reason: "Audits no more" } }),
  "team.invite": () => {
    const id = uuidv7();
    return {
      body: {
        name: "Ada Obi",
        email: `${id}@mail.example`,
        phone: `080${id.replace(/\D/g, "").padEnd(8, "1").slice(-8)}`,
        role: "company_staff",
      },
    };
  },
  // A version that never was: what is named is looked at before.
  "team.update": ({ people }) => ({ params: { id: people.employee.user_id }, body: { version: 99 } }),
  "team.deactivate": () => ({ body: { reason: "On leave" } }),
  "team.leave": () => ({ body: { reason: "Moves on" } }),
  "loans.preDecline": () => ({ body: { reason: "On notice" } }),
  "departments.create": () => ({ body: { name: `Unit ${uuidv7()}` } }),
  // A version that never was: what is named is looked at before.
  "departments.update": ({ departments }) => ({
    params: { id: departments[0] },
    body: { name: "Changed", version: 99 },
  }),
  // The other one has no units.
  "departments.update body.parent_id": ({ departments }) => ({
    params: { id: departments[1] },
    body: { name: "Changed", version: 99 },
  }),
  "departments.move": ({ departments, people }) => ({
    params: { id: departments[0] },
    body: { user_ids: [people.employee.user_id] },
  }),
  "departments.merge": ({ departments }) => ({ params: { id: departments[0] }, body: { into_id: departments[1] } }),
  // A version that never was: what is named is looked at before.
  "approvalChains.approve": () => ({ body: { version: 99 } }),
  "approvalChains.decline": () => ({ body: { version: 99, reason: "Not ours" } }),
  "approvalChains.sendBack": () => ({ body: { version: 99, reason: "Not ours" } }),
  // To oneself: found, and refused.
  "approvalChains.reroute": ({ waiting, people }) => ({
    params: { id: waiting },
    body: { to_id: people.administrator.user_id, reason: "Theirs" },
  }),
  "approvalChains.delegate": ({ colleagues }) => ({
    body: { delegate_id: colleagues.finance, from_on: "2026-01-10", until_on: "2026-12-31" },
  }),
  "transferBatches.changeRow": () => ({ params: { number: "1" }, body: { ...ACCOUNT, amount_kobo: 100 } }),
  "transferBatches.submit": () => ({ body: { version: 1 } }),
  "transferBatches.settleRows": () => ({ body: { does: "drop", numbers: [1] } }),
  "beneficiaries.create": () => ({ body: { name: "Ada Obi", ...ACCOUNT, name_confirmed: true } }),
  "beneficiaries.update": ({ beneficiary }) => ({
    params: { id: beneficiary },
    body: { name: "Ada Obi", bank_code: "058", name_confirmed: true, version: 99 },
  }),
  "beneficiaries.remove": () => ({ body: { reason: "Not paid any more" } }),
  "beneficiaries.addUploaded": () => ({ body: { with_near: false } }),
  "expenseCategories.createBelow": () => ({ body: { name: `Below ${uuidv7()}`, ledger_code: uuidv7().slice(-20) } }),
  "expenseCategories.update": () => ({ body: { name: "Changed", ledger_code: "C99", version: 99 } }),
  "expenseReceipts.attach": ({ receipt, expense }) => ({ params: { id: receipt }, body: { expense_id: expense } }),
  "expenses.categorise": ({ expense }) => ({ params: { id: expense }, body: { category_id: uuidv7(), version: 99 } }),
  "expenses.categorise body.category_id": ({ expense }) => ({ params: { id: expense }, body: { version: 1 } }),
  "expenses.spendOwn": () => ({ body: {} }),
  "expenses.noReceipt": () => ({ body: { reason: "Not ours" } }),
  "expenses.update": () => ({ body: { action: "flag", version: 99, reason: "Not ours" } }),
  "expenseRequests.update": () => ({ body: { ...REQUEST, version: 99 } }),
  "expenseRequests.decide": () => ({ body: { decision: "decline", version: 99, reason: "Not ours" } }),
  "expenseRequests.linkPayment": () => ({ body: { version: 99, line_number: 1, expense_id: uuidv7() } }),
  "expenseRequests.unlinkPayment": () => ({ body: { version: 99, expense_id: uuidv7() } }),
  "expenseRequests.pay": () => ({ body: { into: "purse", version: 99 } }),
  "expenseRequests.payOtherwise": () => ({ body: { version: 99, reason: "With the salary" } }),
  "expensePolicies.update": () => ({ body: { version: 99, name: "Changed", rules: [RULE] } }),
  "expensePolicies.attach": () => ({ body: { roles: [] } }),
  "expensePolicies.remove": () => ({ body: { version: 99 } }),
  "documents.nameGovernmentId": ({ people }) => ({ params: { id: people.customer.user_id } }),
  "documents.nameWorkId": ({ people }) => ({ params: { id: people.customer.user_id } }),
  "documents.nameBankStatement": ({ people }) => ({ params: { id: people.customer.user_id } }),
  "companyActivities.listAll query.before_id": ({ company_id }) => ({ params: { company_id } }),
  "creditLines.submit body.application_id": ({ people }) => ({
    body: { first_signatory_id: people.administrator.user_id, second_signatory_id: people.employee.user_id },
  }),
  "salaryDeductions.answer": () => ({ body: { deducted_kobo: 100, shortfall_reason: "part" } }),
  // A version that never was: the file is looked at before.
  "salaryDeductions.confirm": () => ({ body: { version: 99 } }),
  "salaryDeductions.sendBack": () => ({ body: { version: 99, reason: "Not ours" } }),
  "salaryDeductions.pay": () => ({ body: { version: 99 } }),
  "salaryDeductions.consentTo": () => ({ body: { agrees: true } }),
  "walletStatements.download params.id": () => ({ query: { month: "2026-01" } }),
  "wallets.assignDebit": () => ({ body: { amount_kobo: 100 } }),
  "wallets.takeBack": () => ({ body: { amount_kobo: 100 } }),
  "wallets.setSenderLimit": () => ({ body: { kind: "daily", limit_kobo: 1_000_000_000 } }),
  "repayments.instantTransfer": ({ running }) => ({ body: { loan_id: running.customer, amount_kobo: 100_000 } }),
};
/** Ids of things that belong to nobody (the plan of a quote, a product), or that the caller makes. */
const SHARED_SLOTS = new Set(["loans.quotePlan body.plan_id", "loans.request body.plan_id"]);

/** The next page of one's own list: any id is a valid place, and only one's own rows follow. */
const CURSORS = new Set([
  "notifications.unread query.before",
  "notifications.read query.before",
  "companyActivities.listAll query.before_id",
]);

/** What takes from the world what others need. */
const LAST = ["colleagues.update", "colleagues.suspend", "team.deactivate", "team.leave", "session.revoke"];

interface Slot {
  part: "params" | "query" | "body";
  name: string;
  /** How the id is written there. */
  write(id: string): unknown;
}

interface Json {
  type?: string;
  format?: string;
  pattern?: string;
  items?: Json;
  anyOf?: Json[];
  properties?: Record<string, Json>;
}

const jsonOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
const isId = (json: Json): boolean => json.format === "uuid" || Boolean(json.anyOf?.some(isId));

function slotsOf(call: Endpoint): Slot[] {
  return (["params", "query", "body"] as const).flatMap((part) =>
    Object.entries(jsonOf(call[part]).properties ?? {}).flatMap(([name, json]): Slot[] => {
      if (name === "url") return [{ part, name, write: (id) => `/api/documents/${id}/file` }];
      if (json.items && (isId(json.items) || name.endsWith("_ids"))) return [{ part, name, write: (id) => [id] }];
      if (isId(json) || /(^|_)(id|reference)$|Id$/.test(name)) return [{ part, name, write: (id) => id }];
      return [];
    }),
  );
}

/** `customer`, `corporate` and shared calls; what is public knows no tenant, and the provider's staff serve them all. */
const tenantCalls = allCalls().filter(
  ({ call }) =>
    call.can !== "public" && call.kind !== "stream" && [call.audience].flat().some((audience) => audience !== "admin"),
);
const withSlots = tenantCalls.flatMap((row) =>
  slotsOf(row.call)
    .filter((slot) => !SHARED_SLOTS.has(`${row.name} ${slot.part}.${slot.name}`))
    .map((slot) => ({ ...row, slot, title: `${row.name} ${slot.part}.${slot.name}` })),
);
const reading = tenantCalls.filter(({ call }) => call.method === "GET");

/** Slots that no id of this world opens, each with its reason; the other tenant's ids are tried all the same. */
const NOTHING_TO_OPEN: Readonly<Record<string, string>> = {
  "approvalChains.withdraw params.id": "None of the three has asked their company for anything.",
  "bills.bouquets params.id": "The id is the name of a service, which everybody sees.",
  "bills.bundles params.id": "The id is the name of a service, which everybody sees.",
  "cardControls.askRaise body.authorisation_id": "Refused for a card that is made up.",
  "companies.confirmPlan body.reference": "No company of this world has paid for a plan.",
  "cardDisputes.evidenceDocument params.id": "Nobody of this world has sent a file with a dispute.",
  "cardDisputes.evidenceDocument params.evidenceId": "Nobody of this world has sent a file with a dispute.",
  "cardLines.download params.id": "Nobody of this world has a credit card of their own.",
  "cardLines.pay params.id": "Nobody of this world has a credit card of their own.",
  "cardLines.setUp body.card_id": "Nobody of this world has a credit card of their own.",
  "creditLines.assignCredit body.user_id": "The company has no line.",
  "creditLines.submit body.first_signatory_id": "Refused for want of an application (422).",
  "creditLines.submit body.second_signatory_id": "Refused for want of an application (422).",
  "documents.linkedFile params.id": "The link is sealed: an id alone opens nothing.",
  "documents.nameBankStatement params.id": "Found, then refused for a file that was never uploaded (422).",
  "documents.nameGovernmentId params.id": "Found, then refused for a file that was never uploaded (422).",
  "documents.nameWorkId params.id": "Found, then refused for a file that was never uploaded (422).",
  "employmentClaims.confirm params.id": "Nobody of this world has claimed to work for the company.",
  "employmentClaims.refuse params.id": "Nobody of this world has claimed to work for the company.",
  "expenseJournals.download params.id": "No company of this world has made a journal.",
  "expenseRequests.create body.advance_id": "Nobody of this world has been paid an advance (422).",
  "expenseRequests.update body.advance_id": "Nobody of this world has been paid an advance (422).",
  "expenseRequests.linkPayment body.expense_id":
    "No purchase of this world was agreed to: its request is refused first.",
  "expenseRequests.unlinkPayment body.expense_id": "No purchase of this world was paid by the company.",
  "expenseReceipts.upload body.expense_id": "Refused for want of a file (422).",
  "expenseReceipts.remove params.id": "Tried with no body of its own: found, and then gone.",
  "repayments.chooseExcess params.id": "No receipt of this world waits for a choice.",
  "repayments.instantTransfer body.card_id": "Nobody of this world has a repayment card.",
  "repayments.instantTransfer body.loan_id": "Found, then refused for want of a card (422).",
  "transfers.approve body.transfer_id": "No transfer of this company awaits approval.",
  "transfers.quoteOfCompany body.beneficiary_id": "The company's chain has not agreed to the beneficiary yet.",
  "transfers.sendFromCard body.payee_id": "Refused for want of a card (422).",
  "savedViews.remove params.id": "Nobody of this world has saved a view.",
  "savedViews.setDefault params.id": "Nobody of this world has saved a view.",
  "invitations.accept params.id": "Nobody of this world has been invited with an account.",
  "invitations.decline params.id": "Nobody of this world has been invited with an account.",
  "wallets.assignDebit body.user_id": "Found, then refused for an empty wallet (422).",
  "wallets.confirmCard body.reference": "Nobody of this world has paid by card.",
  "wallets.fundDebit body.reference": "Of the provider's staff: a company is refused whatever it is (422).",
  "wallets.fundDebit body.slip_id": "Of the provider's staff: a company is refused whatever it is (422).",
  "wallets.takeBack params.id": "Found, then refused for an empty purse (422).",
};

/** The record was found and looked at, whatever came of it. A session that has ended proves nothing. */
const isOpened = (status: number): boolean => ![400, 401, 403, 404, 422].includes(status) && status < 500;

const ROLES = { customer: "staff", employee: "company_staff", administrator: "company_super_admin" } as const;
const peopleOf = ({ people }: Tenant) => Object.entries(people) as [keyof typeof ROLES, Tenant["people"]["customer"]][];
const tokens = (): string[] => Object.values(own.people).map(({ token }) => token);

function filled(name: string, slot: Slot, id: string): CallOptions {
  const sample = (SAMPLES[`${name} ${slot.part}.${slot.name}`] ?? SAMPLES[name])?.(own) ?? {};
  const value = slot.write(id);
  return {
    params: { ...sample.params, ...(slot.part === "params" && { [slot.name]: String(value) }) },
    query: { ...sample.query, ...(slot.part === "query" && { [slot.name]: String(value) }) },
    ...((sample.body || slot.part === "body") && {
      body: { ...sample.body, ...(slot.part === "body" && { [slot.name]: value }) },
    }),
  };
}
/** Whether the slot speaks of this table, by the names of both. */
function speaksOf({ name, slot }: { name: string; slot: Slot }, table: string): boolean {
  const words = `${name.split(".")[0]} ${slot.name}`.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return words.includes(table) || words.includes(table.replace(/ies$|s$/, ""));
}
/** Slots and nouns that speak of people under another name. */
const OF_PEOPLE = /^(team|colleagues)\.|\b(head|manager|employee|delegate|absent|to)_id$/;
/** How surely the slot speaks of the table: a guess by the last word of the table's name (a payee's id opens `transfer_payees`) comes after its whole name. */
function surenessOf(row: { name: string; slot: Slot }, table: string): number {
  if (speaksOf(row, table) || (table === "users" && OF_PEOPLE.test(`${row.name} ${row.slot.name}`))) return 2;
  return speaksOf(row, table.slice(table.lastIndexOf("_") + 1)) ? 1 : 0;
}
/** Ids of one's own, those first of which the slot speaks: most open at once. */
const idsFor = (row: { name: string; slot: Slot }): string[] =>
  ownIds
    .map(({ id, table }) => ({ id, sureness: surenessOf(row, table) }))
    .toSorted((one, two) => two.sureness - one.sureness)
    .map(({ id }) => id);

/** Of the ids that a slot does not speak of it is given one in so many, the next slot the next ones: all of them to all slots was a twentieth of CI's time. */
const ONE_IN = 4;
/** Ids of the other tenant for a slot: all of the tables that it speaks of, and its share of the rest; all where it speaks of none. */
function foreignFor(row: { name: string; slot: Slot; title: string }): string[] {
  const spokenOf = otherIds.filter(({ table }) => speaksOf(row, table));
  if (spokenOf.length === 0) return otherIds.map(({ id }) => id);
  const place = withSlots.findIndex(({ title }) => title === row.title);
  return otherIds.filter((one, at) => spokenOf.includes(one) || (at + place) % ONE_IN === 0).map(({ id }) => id);
}
const send = (call: Endpoint, token: string, options: CallOptions): Promise<Answer> =>
  world.api.call(call, { ...options, token, ...(call.method !== "GET" && { body: options.body ?? {} }) });

const SENT_AT_ONCE = 32;
/** Reading all that the other tenant has takes longer than the calls: it is read after so many of them. */
const AT_ONCE = 12;
let since: string[] = [];
async function expectNothingChanged(): Promise<void> {
  expect(await fingerprintOf(world.api, other), `${since}`).toEqual(theirsBefore);
  since = [];
}
function expectNothingOf(what: string, { body }: Answer): void {
  const text = JSON.stringify(body).toLowerCase();
  expect(
    secrets.filter((secret) => text.includes(secret)),
    what,
  ).toEqual([]);
}

describe("another tenant's rows", () => {
  it("are there: both tenants have something of everything", async () => {
    const theirs = await idsOf(world.api, other);
    expect([...theirs.keys()]).toEqual(
      expect.arrayContaining([
        "charges",
        "companies",
        "document_requests",
        "documents",
        "documents_issued",
        "loans",
        "notifications",
        "passkeys",
        "payouts",
        "receipts",
        "repayment_cards",
        "repayments",
        "sessions",
        "users",
        "virtual_accounts",
      ]),
    );
    expect(withSlots.length).toBeGreaterThan(20);
  });

  it.each(withSlots.map((row) => [row.title, row] as const))(
    "%s refuses every id of the other tenant, and changes nothing of theirs",
    async (title, row) => {
      const { name, call, slot } = row;
      const foreign = foreignFor(row);
      theirsBefore ??= await fingerprintOf(world.api, other);
      const refusals = CURSORS.has(title) ? [200, 403] : [403, 404, 422];
      for (const [who, { token }] of peopleOf(own)) {
        // The door is closed to this role before any id is looked at: a few show it.
        const tried = mayCall(call, ROLES[who]) ? foreign : foreign.slice(0, 5);
        const answers: { id: string; answer: Awaited<ReturnType<typeof send>> }[] = [];
        // A few at a time: more would wait for places, and be refused with 503 on a slow machine.
        for (let at = 0; at < tried.length; at += SENT_AT_ONCE)
          answers.push(
            ...(await Promise.all(
              tried
                .slice(at, at + SENT_AT_ONCE)
                .map(async (id) => ({ id, answer: await send(call, token, filled(name, slot, id)) })),
            )),
          );
        for (const { id, answer } of answers) {
          expect(refusals.includes(answer.status), `${title} ${id} ${answer.status}`).toBe(true);
          // What was sent may come back in a message; what it stands for may not.
          expectNothingOf(title, { ...answer, body: JSON.parse(JSON.stringify(answer.body).replaceAll(id, "")) });
        }
      }
      since.push(title);
      if (since.length === AT_ONCE) await expectNothingChanged();
    },
  );
  it("nothing of theirs has changed by the last of these either", expectNothingChanged);

  it.each(reading.map((row) => [row.name, row.call] as const))(
    "%s shows nothing of the other tenant, whatever is asked",
    async (name, call) => {
      const questions: Record<string, string>[] = [{}];
      if (call.kind === "list") {
        questions.push(
          { limit: "100" },
          { search: other.marker },
          { fullTextSearch: other.marker },
          { exportType: "csv" },
          ...Object.keys(call.list?.filters ?? {}).flatMap((field) =>
            otherIds.slice(0, 4).map(({ id }) => ({ filter: JSON.stringify({ [field]: id }) })),
          ),
        );
      } else
        questions.push(
          ...Object.keys(jsonOf(call.query).properties ?? {}).flatMap((field) =>
            [other.marker, other.people.customer.user_id, other.company_id].map((value) => ({ [field]: value })),
          ),
        );
      for (const token of tokens()) {
        const answers = await Promise.all(
          questions.map(async (query) => ({
            query,
            answer: await send(call, token, {
              params: {
                id: own.running.customer,
                userId: own.people.customer.user_id,
                companyId: own.company_id,
                company_id: own.company_id,
              },
              query,
            }),
          })),
        );
        for (const { query, answer } of answers) {
          expect(answer.status < 500, name).toBe(true);
          expectNothingOf(`${name} ${JSON.stringify(query)}`, answer);
        }
      }
    },
  );

  it("a list of one's own is not empty, so that the sweep looks at something", async () => {
    for (const name of ["loans.listOwn", "repayments.listOwn", "notifications.unread", "session.sessions"]) {
      const { call } = allCalls().find((row) => row.name === name) ?? {};
      const { body } = await world.api.call(call as Endpoint, { token: own.people.customer.token });
      expect(JSON.stringify(body).length > 200, name).toBe(true);
    }
  });

  // Last, because it changes what is one's own; ending sessions last of all, because nothing opens after it.
  it.each(
    withSlots
      .filter(({ title }) => !(title in NOTHING_TO_OPEN))
      .toSorted((left, right) => LAST.indexOf(left.name) - LAST.indexOf(right.name))
      .map((row) => [row.title, row] as const),
  )("%s does open for an id of one's own", async (title, { name, call, slot }) => {
    const opens = async (): Promise<boolean> => {
      const people = peopleOf(own).filter(([who]) => mayCall(call, ROLES[who]));
      for (const id of idsFor({ name, slot }))
        for (const [, { token }] of people) {
          const key = call.effect === "none" ? null : uuidv7();
          if (isOpened((await send(call, token, { ...filled(name, slot, id), key })).status)) return true;
        }
      return false;
    };
    expect(await opens(), title).toBe(true);
  });
});
