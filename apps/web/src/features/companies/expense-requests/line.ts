/** A line as it is typed, and as it is sent. */
import type { ForeignCurrency, RequestKind } from "@manilla/contract/companies/expense-lines";
import { amountOfUnits, byUnits, nairaOfForeign } from "@manilla/contract/companies/expense-lines";
import type { Answer } from "../../../shared/api/call.ts";
import type { calls } from "../../../shared/api/calls.gen.ts";

export type Found = Answer<typeof calls.expenseRequests.find>;
export type Terms = Answer<typeof calls.expenseRequests.terms>;
export interface Split {
  category_id: string;
  department_id: string;
  amount_kobo: number | null;
}
export type Purchase = Terms["paid"][number];
export interface Line {
  /** What the purse paid, of a line that is it; else empty. */
  expense_id: string;
  merchant: string;
  category_id: string;
  amount_kobo: number | null;
  spent_on: string;
  units: string;
  /** Null: it was naira. */
  foreign: { currency: ForeignCurrency; amount: number | null; rate: string; rated_on: string } | null;
  splits: readonly Split[];
  receipts: readonly { id: string; name: string }[];
}
export interface Content {
  kind: RequestKind;
  purpose: string;
  advance_id: string | null;
  lines: {
    expense_id: string | null;
    merchant: string;
    category_id: string | null;
    amount_kobo: number | null;
    spent_on: string;
    units: string | null;
    foreign: { currency: ForeignCurrency; amount: number; rate: string; rated_on: string } | null;
    splits: { category_id: string | null; department_id: string | null; amount_kobo: number }[];
    receipt_ids: string[];
  }[];
  is_draft: boolean;
}

export const BLANK: Line = {
  expense_id: "",
  merchant: "",
  category_id: "",
  amount_kobo: null,
  spent_on: "",
  units: "",
  foreign: null,
  splits: [],
  receipts: [],
};

/** The lines of a request that is changed. */
export const linesOf = ({ lines }: Found): Line[] =>
  lines.map(({ expense_id, merchant, category_id, amount_kobo, spent_on, units, foreign, splits, receipt_ids }) => ({
    expense_id: expense_id ?? "",
    merchant,
    category_id: category_id ?? "",
    amount_kobo,
    spent_on,
    units: units ?? "",
    foreign,
    splits: splits.map((split) => ({
      category_id: split.category_id ?? "",
      department_id: split.department_id ?? "",
      amount_kobo: split.amount_kobo,
    })),
    receipts: receipt_ids.map((id, at) => ({ id, name: `Receipt ${at + 1}` })),
  }));

const orNull = (text: string): string | null => (text === "" ? null : text);

export const toSend = (kind: RequestKind, line: Line): Content["lines"][number] => {
  const { receipts, expense_id, category_id, units, foreign, splits, amount_kobo, ...rest } = line;
  const isCounted = byUnits.includes(kind);
  return {
    ...rest,
    expense_id: kind === "retirement" ? orNull(expense_id) : null,
    category_id: orNull(category_id),
    amount_kobo: isCounted || foreign ? null : (amount_kobo ?? 0),
    units: isCounted ? orNull(units) : null,
    foreign: isCounted || !foreign ? null : { ...foreign, amount: foreign.amount ?? 0 },
    splits: splits.map((split) => ({
      category_id: orNull(split.category_id),
      department_id: orNull(split.department_id),
      amount_kobo: split.amount_kobo ?? 0,
    })),
    receipt_ids: receipts.map(({ id }) => id),
  };
};

/** A line that is a purchase: what was paid, where, when and for what, unless a category was chosen. */
export const ofPurchase = (
  { id, merchant, amount_kobo, spent_on, category_id }: Purchase,
  line: Line,
): Partial<Line> => ({
  expense_id: id,
  merchant,
  amount_kobo,
  spent_on,
  foreign: null,
  ...(line.category_id === "" && { category_id: category_id ?? "" }),
});

const WITHIN_DAYS = 7;
const DAY_MILLISECONDS = 86_400_000;

/** The purchase that a line most likely is: of the same amount, or at the same place, within a week. */
export function likelyPurchase(
  { merchant, amount_kobo, spent_on }: Line,
  paid: readonly Purchase[],
): Purchase | undefined {
  const isNear = (each: Purchase): boolean =>
    spent_on !== "" && Math.abs(Date.parse(each.spent_on) - Date.parse(spent_on)) <= WITHIN_DAYS * DAY_MILLISECONDS;
  const place = merchant.trim().toLowerCase();
  const isThere = (each: Purchase): boolean => place.length > 2 && each.merchant.toLowerCase().includes(place);
  const near = paid.filter(isNear);
  const same = near.filter((each) => each.amount_kobo === amount_kobo);
  return same.find(isThere) ?? same[0] ?? near.find(isThere);
}

/** What a line comes to as far as it is typed, in kobo, by the same rule as the server's; 0 where that cannot be said yet. */
export function amountOf(kind: RequestKind, { units, foreign, amount_kobo }: Line, terms: Terms | undefined): number {
  if (byUnits.includes(kind)) {
    const rate = kind === "mileage" ? terms?.mileage_rate_kobo : terms?.per_diem_kobo;
    return rate && /^\d+(\.\d+)?$/.test(units) ? Number(amountOfUnits(units, BigInt(rate))) : 0;
  }
  if (!foreign) return amount_kobo ?? 0;
  return foreign.amount && /^\d+(\.\d+)?$/.test(foreign.rate)
    ? Number(nairaOfForeign(BigInt(foreign.amount), foreign.rate))
    : 0;
}
