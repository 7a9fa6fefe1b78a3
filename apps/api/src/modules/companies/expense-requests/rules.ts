/** Decisions about expense requests. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import { byUnits, paidBack, nairaOfForeign, amountOfUnits, unsplit } from "@manilla/contract/companies/expense-lines";
import type { ForeignCurrency, RequestKind } from "@manilla/contract/companies/expense-lines";
import {
  linkPayment,
  pay,
  payOtherwise,
  remove,
  retire,
  unlinkPayment,
} from "@manilla/contract/companies/expense-requests";
import { day, naira, plainMoney } from "@manilla/contract/formats";
import { LARGEST_AMOUNT } from "@manilla/contract/money";

export interface RequestFacts {
  status: string;
  user_id: string;
  kind: string;
  /** How it was paid; null where it was not. */
  paid_into: string | null;
  /** The requester has left the company. */
  has_left: boolean;
}

/** What is done to a request as a whole. */
export const requestActions = { remove, retire, ...pay.choices, payOtherwise, linkPayment, unlinkPayment };

const own_request: Rule<RequestFacts> = ({ user_id }, caller) => user_id === caller.user_id;

const isPaidBack = ({ kind }: RequestFacts): boolean => paidBack.includes(kind as RequestKind);

const ofPurchases: Record<"no_purchase" | "paid_otherwise" | "not_yours", Rule<RequestFacts>> = {
  no_purchase: ({ kind }) => kind !== "purchase",
  paid_otherwise: ({ paid_into }) => paid_into !== null && paid_into !== "company",
  not_yours: ({ user_id }, caller) =>
    user_id !== caller.user_id && !caller.permissions.has("company:can_approve_expense_requests"),
};

export const requestRules: RulesOf<typeof requestActions, RequestFacts> = {
  account: {
    own_request,
    into_purse: ({ kind }) => kind === "advance",
    has_left: (request) => request.has_left && !isPaidBack(request),
  },
  purse: { own_request, has_left: ({ has_left }) => has_left },
  payOtherwise: { own_request, at_work: ({ has_left }) => !has_left, not_spent: (request) => !isPaidBack(request) },
  linkPayment: ofPurchases,
  unlinkPayment: ofPurchases,
  retire: { no_advance: ({ kind }) => kind !== "advance", own_request },
  remove: {
    not_yours: ({ user_id }, caller) =>
      user_id !== caller.user_id && !caller.permissions.has("company:can_delete_expense_requests"),
  },
};

interface Split {
  category_id?: string | null | undefined;
  department_id?: string | null | undefined;
  amount_kobo: bigint;
}
/** A line as somebody typed it. */
interface Typed {
  amount_kobo?: bigint | null | undefined;
  units?: string | null | undefined;
  foreign?: { currency: ForeignCurrency; amount: number; rate: string; rated_on: string } | null | undefined;
  splits: readonly Split[];
}

/** What the company pays by itself, in kobo: for a kilometre, and for a day. */
export interface Terms {
  mileage_rate_kobo: bigint | null;
  per_diem_kobo: bigint | null;
  /** By how much a typed rate of exchange may differ from the published one before it is flagged. */
  rate_tolerance_percent: number;
}

type Amount = { amount_kobo: bigint; unit_rate_kobo: bigint | null } | { field: string; says: string };

/** The amount of units: kilometres at the company's rate, whole days at the policies'. */
function ofUnits(kind: RequestKind, units: string | null | undefined, terms: Terms): Amount {
  const field = "units";
  const isDays = kind === "per_diem";
  if (!units) return { field, says: "this field is required" };
  if (isDays && !/^\d+$/.test(units)) return { field, says: "days are whole" };
  const rate = isDays ? terms.per_diem_kobo : terms.mileage_rate_kobo;
  if (rate === null)
    return { field, says: isDays ? "no policy of yours pays for days" : "your company pays nothing for kilometres" };
  return within(field, amountOfUnits(units, rate), rate);
}

/** A computed amount in its bounds, or what is wrong with it. */
function within(field: string, amount_kobo: bigint, unit_rate_kobo: bigint | null): Amount {
  if (amount_kobo === 0n) return { field, says: "this comes to nothing" };
  if (amount_kobo > LARGEST_AMOUNT) return { field, says: "this comes to more than ₦1 trillion" };
  return { amount_kobo, unit_rate_kobo };
}

/** What a line comes to, in kobo; or what is wrong with it, at its field. */
export function amountOfLine(kind: RequestKind, { amount_kobo, units, foreign }: Typed, terms: Terms): Amount {
  if (byUnits.includes(kind)) return ofUnits(kind, units, terms);
  if (!foreign)
    return amount_kobo
      ? { amount_kobo, unit_rate_kobo: null }
      : { field: "amount_kobo", says: "this field is required" };
  return within("foreign", nairaOfForeign(BigInt(foreign.amount), foreign.rate), null);
}

interface Counted {
  units: string | null;
  unit_rate_kobo: bigint | null;
  foreign: { currency: string; amount: number; rate: string; rated_on: string } | null;
  splits: readonly { category: string | null; department: string | null; amount_kobo: bigint }[];
}

/** How a line came to its amount where nobody typed it, and its parts: the approver reads it. */
export const countedBy = ({ units, unit_rate_kobo, foreign, splits }: Counted): string[] => [
  ...(units !== null && unit_rate_kobo !== null ? [`${units} × ${naira(unit_rate_kobo)}`] : []),
  ...(foreign
    ? [`${foreign.currency} ${plainMoney(foreign.amount)} at ${foreign.rate}, ${day(foreign.rated_on)}`]
    : []),
  ...splits.map(
    ({ category, department, amount_kobo }) =>
      `${naira(amount_kobo)} ${[category, department].filter(Boolean).join(", ") || "without a category"}`,
  ),
];

/** What is wrong with the parts of an amount; undefined where they are the whole, or where it is not split. */
export function wrongSplit(amount_kobo: bigint, splits: readonly Split[]): string | undefined {
  if (splits.length === 0) return undefined;
  const left = unsplit(
    amount_kobo,
    splits.map((split) => split.amount_kobo),
  );
  if (left > 0n) return `${naira(left)} of it is in no part`;
  return left < 0n ? `the parts are ${naira(-left)} more than the line` : undefined;
}
