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
export interface Line {
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
  lines.map(({ merchant, category_id, amount_kobo, spent_on, units, foreign, splits, receipt_ids }) => ({
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
  const { receipts, category_id, units, foreign, splits, amount_kobo, ...rest } = line;
  const isCounted = byUnits.includes(kind);
  return {
    ...rest,
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
