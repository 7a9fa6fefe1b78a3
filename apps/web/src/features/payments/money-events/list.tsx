import { moneyPurposes, moneySources } from "@manilla/contract/payments/money-event-kinds";
import { sentence } from "@manilla/contract/formats";
import type { AccountType } from "@manilla/contract/accounts";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";

export type Row = RowOf<typeof calls.moneyEvents.listAll>;

export const purposeOf = ({ purpose }: Pick<Row, "purpose">): string => moneyPurposes[purpose] ?? sentence(purpose);
const CHANNELS: Readonly<Record<string, string>> = {
  card: "By card",
  direct_debit: "By direct debit",
  bank_transfer: "By transfer",
  staff: "Recorded by us",
  import: "Imported",
  salary_deduction: "From the salary",
};
/** The other side; of a receipt, how it came. */
export const otherSideOf = ({ source, counterparty }: Pick<Row, "source" | "counterparty">): string =>
  source === "receipt" ? (CHANNELS[counterparty ?? ""] ?? "") : (counterparty ?? "");

const shown = columns<Row>([
  column("purpose", { header: "For", kind: "text", card: "title", width: 190, render: purposeOf }),
  column("status", { badge: "transaction", card: "badge", width: 110 }),
  column("amount_kobo", { card: "field", width: 130 }),
  column("direction", {
    header: "In or out",
    words: { in: "In", out: "Out" },
    render: ({ direction }) => (direction === "in" ? "In" : "Out"),
    width: 100,
  }),
  column("owner", { header: "Of", kind: "text", card: "field", width: 170 }),
  column("counterparty", { header: "Other side", card: "field", width: 180, render: otherSideOf }),
  column("reference", { kind: "reference", width: 170 }),
  column("happened_at", { header: "When", card: "field", width: 130 }),
  column("source", {
    header: "What",
    words: moneySources,
    render: ({ source }) => moneySources[source],
    isHidden: true,
  }),
  column("is_unknown", { header: "Without an answer", isHidden: true }),
]);

/** The provider's staff see whose money it is. */
export const columnsFor = (type: AccountType) =>
  type === "admin" ? shown : shown.filter(({ key }) => key !== "owner");

export const views = [
  { name: "In", address: "f.direction=in", empty: "Nothing came in" },
  { name: "Out", address: "f.direction=out", empty: "Nothing went out" },
  { name: "Failed", address: "f.status=failed", empty: "Nothing failed" },
  { name: "Refunded", address: "f.status=refunded", empty: "Nothing was refunded" },
] as const;
