import type { MoneySourceName } from "@manilla/contract/payments/money-event-kinds";

/** Where the record of a movement is, by account type. */
export function recordOf(
  { id, source }: { id: string; source: MoneySourceName },
  type: string,
): { to: string; label: string } | undefined {
  if (source === "transfer") return { to: `/${type}/transfers/${id}`, label: "Open the transfer" };
  if (source === "batch")
    return type === "corporate" ? { to: `/corporate/batches/${id}`, label: "Open the batch" } : undefined;
  // A company reads its people's bills as a list: what one of them paid for is theirs.
  if (source === "bill" && type !== "corporate")
    return {
      to: type === "admin" ? `/admin/bills-transactions/${id}` : `/${type}/bills/${id}`,
      label: "Open the bill",
    };
  if (source === "payout" && type === "admin") return { to: `/admin/payments/${id}`, label: "Open the payout" };
  return undefined;
}
