/** Every message that leaves as a text message, written out with facts as they come: read alone, in letters that every phone has. */
import { readFileSync, readdirSync } from "node:fs";
import { smsParts, smsText } from "@manilla/contract/sms";
import { describe, expect, it } from "vitest";
import { type Way, smsOf } from "./index.ts";

const MODULES = new URL("../../", import.meta.url);
const LINK = "https://manilla.example/customer/x/01890a5d-ac96-774b-bcce-b302099a8057";
const PHONE = "+2347001234567";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const amount_kobo = 4_132_400n;
const total_kobo = 4_134_100n;
const reference = "TR20260225ABC123";
const why = "The bank did not take it";
const loan = { id, reference: "LN20260225ABC123" };
const transfer = { id, payee: "Adaeze Okafor", company_id: null, total_kobo, amount_kobo, reference };
const order = { id, company_id: null, payee: "Adaeze Okafor", amount_kobo };
const payment = { kind: "transfer", payment_id: id, what: "Adaeze Okafor", amount_kobo };
const came = { id, amount_kobo, sender_name: "Chinedu Eze" };
const bill = {
  id,
  paid_from: "cash",
  kind: "electricity",
  reference,
  service_name: "Ikeja Electric",
  customer_no: "11111111111",
  amount_kobo,
  total_kobo,
  tokens: [] as string[],
  units: null,
};
const statement = { id, month: "2026-02", due_on: "2026-03-01" };
const card = { id, kind: "personal_credit", form: "physical", last4: "1234", expires_on: "2028-02-29" };
const shop = { id, last4: "1234", merchant: "Shoprite Lekki", amount: "₦41,324.00", at: new Date(1_772_000_000_000) };
const exchange = { kind: "buy", amount_cents: 2_500n, amount_kobo, rate: "1,520.00" };
const receipt = { amount_kobo, reference };
const complaint = { id, reference: "CO20260225ABC123", link: "/customer/complaints", due_on: "2026-03-11" };
const profile = { id, version: 2 };
const plan = { charge_id: id, reference, amount_kobo, plan: "Starter", paid_on: "2026-02-25" };
const company = { id, unique_plan: "Starter", plan_paid_until: "2026-03-20" };
const passkeys = { user_id: id, link: "/customer/settings/security" };
const due = { loan_reference: loan.reference, due_on: "2026-02-25", amount_kobo, has_card: true, credit_kobo: 0n };
const paid = {
  amount_kobo,
  reference: loan.reference,
  instalments: [2],
  due_kobo: 0n,
  is_paid: false,
  is_beyond: false,
  outstanding_principal_kobo: 9_000_000n,
  next: { due_on: "2026-03-25", amount_kobo },
};
const earlier = { ...paid, received_on: "2026-02-20", credit_kobo: 0n };

/** For each noun and message the arguments of one call or several. */
const SAMPLES: Readonly<Record<string, Readonly<Record<string, readonly (readonly unknown[])[]>>>> = {
  "cards/card-authorisations": {
    paid: [[shop], [{ ...shop, without_us: "approved" }], [{ ...shop, id: null, without_us: "taken" }]],
    wasItYou: [[shop]],
    overdrawn: [[shop]],
    refunded: [[shop]],
    receiptMissing: [[shop]],
  },
  "cards/card-bill-debits": { bankCardNotDebited: [[amount_kobo, "The card has expired."]] },
  "cards/card-lines": {
    issued: [[statement, amount_kobo, total_kobo]],
    soonDue: [[statement, amount_kobo]],
    taken: [
      [statement, amount_kobo, 0n],
      [statement, amount_kobo, total_kobo],
    ],
    overdue: [[statement, amount_kobo]],
  },
  "cards/cards": {
    approved: [[card]],
    declined: [[card, why]],
    issued: [[card]],
    shipped: [[card, "DHL 123"]],
    frozen: [[card, "Adaeze Okafor", why]],
    replaced: [[card], [card, "12 Allen Avenue, Ikeja"]],
    renewed: [[card]],
    closed: [[card, why]],
    feePaid: [[card, amount_kobo]],
  },
  "cards/dollar-cards": {
    exchanged: [[exchange], [{ ...exchange, kind: "sell" }]],
    returned: [[exchange]],
    writtenOff: [[2_500n]],
  },
  "cards/secure-cards": {
    declined: [[{ id }, { reason: why }]],
    paid: [[{ id, deposit_kobo: amount_kobo }]],
    returned: [
      [{ id, owed_kobo: 0n, returned_kobo: amount_kobo }],
      [{ id, owed_kobo: 1_000n, returned_kobo: amount_kobo }],
    ],
  },
  "companies/companies": {
    planReceipt: [[{ ...plan, paid_until: "2026-03-25" }]],
    planWaits: [[plan]],
    planReturned: [[plan]],
    planEnds: [[company]],
    planUnpaid: [[company, "2026-03-25"]],
    planLapsed: [[company]],
  },
  "lending/disbursements": {
    paidOut: [[{ loan, payout: { amount_kobo, bank_name: "Access Bank" }, first_due_on: "2026-03-25" }]],
    payoutFailed: [[{ loan, reason: why }]],
    returnedByBank: [[{ loan, payout: { amount_kobo }, reason: why }]],
  },
  "lending/loans": {
    offerReady: [[{ loan, offer_expires_on: "2026-03-01" }]],
    declined: [[{ loan, reason: why }]],
    preApproved: [[{ loan }]],
    preDeclined: [[{ loan, reason: why }]],
    offerExpired: [[{ loan }]],
  },
  "lending/time-requests": {
    agreed: [
      [{ loan_id: id, promised_on: "2026-12-04" }, { reason: why }],
      [{ loan_id: id, promised_on: null }, { reason: why }],
    ],
    declined: [[{ loan_id: id, promised_on: null }, { reason: why }]],
    expired: [
      [{ loan_id: id, promised_on: "2026-12-04", is_over: false }],
      [{ loan_id: id, promised_on: null, is_over: true }],
    ],
  },
  "lending/repayments": {
    refundPaid: [[{ amount_kobo, bank_name: "Access Bank" }]],
    refundReturned: [[{ amount_kobo }]],
    cardNotDebited: [[{ charge: { amount_kobo }, failure: why }]],
    recovered: [[{ amount_kobo, reference: loan.reference, left_kobo: total_kobo, credit_kobo: 0n }]],
    receivedBefore: [[earlier], [{ ...earlier, credit_kobo: 500n, is_paid: true }]],
    waived: [[{ amount_kobo, reference: loan.reference, what: "penalty" }]],
    rescheduled: [
      [
        {
          reference: loan.reference,
          what: "two months more",
          loan_id: id,
          instalments: 6,
          instalment_kobo: amount_kobo,
          next_due_on: "2026-03-25",
          last_due_on: "2026-08-25",
          left_kobo: total_kobo,
        },
      ],
    ],
    receivedOnLoan: [[paid], [{ ...paid, is_paid: true }]],
    reminder: ["due_soon", "due_today", "overdue"].map((kind) => [{ ...due, kind }, PHONE]),
  },
  "money/receipts": { received: [[receipt]], reversed: [[receipt, why]] },
  "payments/bill-plans": { notBought: [[{ id, name: "Light for the shop", amount_kobo }, why]] },
  "payments/bills": {
    delivered: [[bill], [{ ...bill, tokens: ["12345678901234567890"], units: "52.3 kWh" }]],
    paidBack: [[bill, why]],
    refunded: [[bill, why]],
  },
  "payments/partner-bank": {
    received: [[came]],
    held: [[came, "Your wallet takes no more at once on tier 1. Reach tier 2 to receive it."]],
    released: [[came]],
    sentBack: [[came]],
    takenBack: [[amount_kobo, reference, why]],
  },
  "payments/refunds": {
    credited: [[payment]],
    putRight: [[payment, why]],
    noRefund: [[payment, why]],
    recallAnswered: ["returned", "refused", "gone"].map((answer) => [payment, answer]),
  },
  "payments/standing-orders": {
    triedAgain: [[order, why]],
    skipped: [[order, "2026-02-25", why]],
    stopped: [[order, why]],
    over: [[order]],
  },
  "payments/transfers": {
    arrived: [[transfer]],
    cameBack: [[transfer, why]],
    refunded: [[transfer, amount_kobo, why]],
    received: [[transfer, "Chinedu Eze"]],
    notSent: [[transfer, why]],
    triedAgain: [[transfer, why, 2]],
    stopped: [[transfer, why]],
  },
  "people/cash-transactions": {
    debited: [[{ amount_kobo, cause: "reward" }]],
    withdrawn: [[{ amount_kobo, bank_name: "Access Bank" }]],
    cameBack: [[{ amount_kobo }]],
    notSent: [[{ amount_kobo, reason: why }]],
  },
  "people/complaints": {
    received: [[complaint]],
    answered: [[complaint, "We have asked the bank about it."]],
    resolved: [[complaint, "The bank has paid it back."]],
  },
  "people/people": {
    activated: [[profile]],
    declined: [[profile, why]],
    deactivated: [[profile, why]],
    accountRefuted: [[{ id }, why], [{ id }]],
  },
  "people/people/profiles": { phoneChanged: [[id, PHONE]] },
  "platform/session/passkeys": {
    added: [[passkeys, "My phone"]],
    removed: [[passkeys, "My phone"]],
    ended: [[passkeys, ["My phone"]]],
    still: [[passkeys, ["My phone"]]],
    copied: [[passkeys, "My phone"]],
  },
};

interface Said {
  title: string;
  body: string;
  also?: readonly Way[];
}

const sources = readdirSync(MODULES, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
const isTexted = /"sms|\bRECEIPT\b|\bTROUBLE\b/;
const read = (path: string) => readFileSync(new URL(path, MODULES), "utf8");
const nouns = sources
  .filter((path) => path.endsWith("/messages.ts") && isTexted.test(read(path)))
  .map((path) => path.slice(0, -"/messages.ts".length))
  .toSorted();

/** The functions of a noun that give messages: what is read in the product alone is a `Note`, and leaves no other way. */
const messagesOf = (noun: string): string[] =>
  read(`${noun}/messages.ts`)
    .split(/^export (?=const|function)/mu)
    .slice(1)
    .filter((text) =>
      noun === "lending/repayments" ? !text.includes('Omit<Note, "also">') : /\): Message (?:=>|\{)/u.test(text),
    )
    .map((text) => /^(?:const|function) (\w+)/.exec(text)![1]!);

const strings = (value: unknown, key = ""): string[] =>
  typeof value === "string"
    ? /^(?:kind|id|link|paid_from|form)$/.test(key) || value === id
      ? []
      : [value]
    : value && typeof value === "object" && !(value instanceof Date)
      ? Object.entries(value).flatMap(([name, each]) => strings(each, Array.isArray(value) ? key : name))
      : [];
const isAboutMoney = (value: unknown): boolean =>
  typeof value === "bigint" || (value !== null && typeof value === "object" && Object.values(value).some(isAboutMoney));
const amounts = (text: string): string[] => text.match(/[₦$][\d,]+\.\d\d/g) ?? [];

describe("a message that leaves as a text message", () => {
  it("is written in a noun's messages, and has a sample here", () => {
    const elsewhere = sources.filter(
      (path) => !/(?:messages|\.test)\.ts$/.test(path) && /also: .*(?:"sms|\bRECEIPT\b|\bTROUBLE\b)/.test(read(path)),
    );
    expect(elsewhere).toEqual([]);
    expect(Object.keys(SAMPLES).toSorted()).toEqual(nouns);
    for (const noun of nouns) expect(Object.keys(SAMPLES[noun]!).toSorted(), noun).toEqual(messagesOf(noun).toSorted());
  });

  it("says all without its title, its sum and its names, in letters that every phone has", async () => {
    for (const noun of nouns) {
      const all = (await import(new URL(`${noun}/messages.ts`, MODULES).href)) as Record<
        string,
        (...facts: unknown[]) => Said
      >;
      for (const [name, calls] of Object.entries(SAMPLES[noun]!))
        for (const facts of calls) {
          const message = all[name]!(...facts);
          const text = smsOf(message, { address: LINK, phone: PHONE });
          if (text === null) continue;
          const where = `${noun}, ${name}: ${text}`;
          expect(message.body, where).not.toMatch(/undefined|NaN|\bnull\b|^(?:Its?|That|Reference)\b/);
          if (facts.some(isAboutMoney)) expect(amounts(text).length, where).toBeGreaterThan(0);
          for (const said of [...amounts(message.title), ...facts.flatMap((fact) => strings(fact))])
            if (message.title.includes(said)) expect(text, where).toContain(said);
          for (const letter of text) expect(smsText(letter), `${letter} in ${where}`).not.toBe("");
          expect(smsParts(text), where).toBeLessThanOrEqual(2);
          if (message.also?.includes("sms_help")) expect(text, where).toContain("Help: 0700 123 4567");
        }
    }
  });

  it("ends with its link where that costs nothing more, and is cut to two texts that lead on to the rest", () => {
    const to = { address: LINK, phone: PHONE };
    const body = "x".repeat(80);
    expect(smsOf({ body, also: ["sms_receipt"] }, to)).toBe(`${body}\n${LINK}`);
    expect(smsOf({ body: `${body}${body}`, also: ["sms_receipt"] }, to)).toBe(`${body}${body}`);
    expect(smsOf({ body: `${body}${body}`, also: ["sms"] }, to)).toBe(`${body}${body}\n${LINK}`);
    expect(smsOf({ body, also: ["mail"] }, to)).toBeNull();
    for (const way of ["sms", "sms_receipt", "sms_help"] as const) {
      const long = smsOf({ body: "₦5.00 … ".repeat(200), also: ["mail", way] }, to)!;
      expect(smsParts(long)).toBe(2);
      expect(long.endsWith(LINK)).toBe(true);
      expect(long.includes("Help: 0700 123 4567")).toBe(way === "sms_help");
    }
  });
});
