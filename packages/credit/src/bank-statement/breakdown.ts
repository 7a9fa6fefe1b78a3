/** Where money came from and went to, by kind and by month, each figure with the rows that it rests on. Amounts in kobo, without sign. */
import { monthOf } from "../calendar.ts";
import { type Category, payerOf } from "./categories.ts";
import type { StatementTransaction } from "./types.ts";

export interface Part {
  name: string;
  count: number;
  total_kobo: bigint;
  months: { month: string; total_kobo: bigint }[];
  rows: number[];
}

export interface Breakdown {
  income: Part[];
  outgoings: Part[];
  payers: Part[];
  payees: Part[];
}

type Row = Pick<StatementTransaction, "row" | "booked_on" | "narration" | "amount_kobo"> & { category: Category };

/** What everyday spending is called; the first that fits. */
const SPENDING: readonly (readonly [name: string, words: RegExp])[] = [
  ["bank_charges", /\b(charges?|commission|vat|stamp duty|sms alert|maintenance fee|levy|emtl|cot)\b/i],
  ["airtime_and_data", /\b(airtime|data (bundle|plan|purchase)|recharge|vtu|mtn|glo|airtel|9mobile|etisalat)\b/i],
  [
    "power_and_bills",
    /\b(electricity|prepaid|ikedc|ekedc|aedc|phed|ibedc|kedco|dstv|gotv|startimes|water bill|lawma)\b/i,
  ],
  ["cash", /\b(atm|cash withdrawal|withdrawal|counter cheque)\b/i],
  ["card_purchases", /\b(pos|web|purchase|paystack|flutterwave|card)\b/i],
  ["transfers", /\b(trf|transfer|nip|trsf|neft|rtgs)\b/i],
];

function nameOf({ category, amount_kobo, narration }: Row): string {
  if (amount_kobo > 0n) return category === "salary_word" ? "salary" : category === "none" ? "other_income" : category;
  if (category !== "none") return category;
  const words = narration.replaceAll("_", " ");
  return SPENDING.find(([, pattern]) => pattern.test(words))?.[0] ?? "other_spending";
}

const magnitude = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);

function partsOf(rows: readonly Row[], name: (row: Row) => string): Part[] {
  const parts = new Map<string, Part & { by_month: Map<string, bigint> }>();
  for (const row of rows) {
    const key = name(row);
    if (key === "") continue;
    const part = parts.get(key) ?? {
      name: key,
      count: 0,
      total_kobo: 0n,
      months: [],
      rows: [],
      by_month: new Map<string, bigint>(),
    };
    const [amount, month] = [magnitude(row.amount_kobo), monthOf(row.booked_on)];
    part.count += 1;
    part.total_kobo += amount;
    part.rows.push(row.row);
    part.by_month.set(month, (part.by_month.get(month) ?? 0n) + amount);
    parts.set(key, part);
  }
  return [...parts.values()]
    .map(({ by_month, ...part }) => ({
      ...part,
      months: [...by_month]
        .map(([month, total_kobo]) => ({ month, total_kobo }))
        .toSorted((left, right) => (left.month < right.month ? -1 : 1)),
    }))
    .toSorted((left, right) => (left.total_kobo > right.total_kobo ? -1 : left.total_kobo < right.total_kobo ? 1 : 0));
}

const BIGGEST = 10;

/** Every movement has exactly one kind; payers and payees as far as narrations name them, the ten biggest of each. */
export function breakDown(rows: readonly Row[]): Breakdown {
  const [into, out] = [
    rows.filter(({ amount_kobo }) => amount_kobo > 0n),
    rows.filter(({ amount_kobo }) => amount_kobo < 0n),
  ];
  const who = ({ narration }: Row): string => payerOf(narration);
  return {
    income: partsOf(into, nameOf),
    outgoings: partsOf(out, nameOf),
    payers: partsOf(into, who).slice(0, BIGGEST),
    payees: partsOf(out, who).slice(0, BIGGEST),
  };
}
