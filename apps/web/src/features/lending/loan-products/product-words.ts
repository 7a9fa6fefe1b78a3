import { counted, naira, percent, sentence } from "@manilla/contract/formats";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";

export type Product = Answer<typeof calls.loanProducts.listAll>["products"][number];
export type Version = Product["versions"][number];
export type Terms = Omit<Version, "id" | "created_at" | "created_by">;

const methods: Record<string, string> = {
  flat: "flat on the amount",
  declining: "on what is still owed",
  equal_principal: "equal principal",
};

/** `48.00% a year, on what is still owed`. */
export const rateInWords = ({ annual_rate_percent, method }: Pick<Terms, "annual_rate_percent" | "method">): string =>
  `${percent(annual_rate_percent)} a year, ${methods[method] ?? method}`;

export const amountsInWords = (terms: Pick<Terms, "minimum_principal_kobo" | "maximum_principal_kobo">): string =>
  `${naira(terms.minimum_principal_kobo)} to ${naira(terms.maximum_principal_kobo)}`;

export const instalmentsInWords = (terms: Pick<Terms, "minimum_instalments" | "maximum_instalments">): string =>
  terms.minimum_instalments === terms.maximum_instalments
    ? `${terms.minimum_instalments}`
    : `${terms.minimum_instalments} to ${terms.maximum_instalments}`;

/** Every fee: its name, its share or sum, its VAT, when it is taken. */
export const feesInWords = (fees: Terms["fees"]): string =>
  fees.length === 0
    ? "None"
    : fees
        .map(
          (fee) =>
            `${fee.name}: ${[fee.percent && percent(fee.percent), fee.kobo && naira(fee.kobo)].filter(Boolean).join(" and ")}${fee.vat_percent ? ` plus ${percent(fee.vat_percent)} VAT` : ""}, ${fee.when === "upfront" ? "once" : "each instalment"}`,
        )
        .join("; ");

export function penaltyInWords({ penalty, grace_days }: Pick<Terms, "penalty" | "grace_days">): string {
  if (penalty.kind === "none") return "None";
  const parts = [
    penalty.kobo && naira(penalty.kobo),
    penalty.percent && `${percent(penalty.percent)} of what is overdue`,
  ]
    .filter(Boolean)
    .join(" plus ");
  const least = penalty.minimum_kobo ? `, at least ${naira(penalty.minimum_kobo)},` : "";
  return `${sentence(parts)}${least} after ${counted(grace_days, "day")}, at most ${percent(penalty.cap_percent_a_month ?? "1")} a month`;
}

/** From which amount on something is overdue: `From ₦100.00, or from 1.00% of the loan where that is less`. */
export function materialityInWords({
  materiality: { floor_kobo, share_percent } = {},
}: Pick<Terms, "materiality">): string {
  const share = share_percent && `${percent(share_percent)} of the loan`;
  if (floor_kobo && share) return `From ${naira(floor_kobo)}, or from ${share} where that is less`;
  return floor_kobo || share ? `From ${floor_kobo ? naira(floor_kobo) : share}` : "From the first kobo";
}

type Part = NonNullable<Terms["allocation_order"]>[number];
/** The default and what lenders choose beside it; a product that has yet another order keeps it. */
export const ORDERS: readonly (readonly Part[])[] = [
  ["penalty", "fees", "interest", "principal"],
  ["fees", "interest", "principal", "penalty"],
  ["fees", "penalty", "interest", "principal"],
  ["interest", "principal", "fees", "penalty"],
  ["principal", "interest", "fees", "penalty"],
];
const PARTS: Record<Part, string> = {
  penalty: "penalties",
  fees: "fees",
  interest: "interest",
  principal: "principal",
};

/** `Penalties, fees, interest, principal`. */
export const orderInWords = (order: readonly Part[] = ORDERS[0] ?? []): string =>
  sentence(order.map((part) => PARTS[part]).join(", "));
