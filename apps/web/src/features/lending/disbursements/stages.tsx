import { badge } from "@manilla/contract/badges";
import { date, fullStop, shortDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";

export type Disbursement = RowOf<typeof calls.disbursements.listAll>;
export type Stage = Disbursement["stage"];

export const stageName = (stage: Stage): string => badge("payout", stage).label;

/** A loan's disbursement stage in words. A loan that cannot be disbursed yet is not called ready. */
export function StageBadge({ row }: { row: Disbursement }): ReactNode {
  if (row.stage === "ready" && row.why_not) return <ToneBadge tone="warning">Not ready</ToneBadge>;
  return <StatusBadge kind="payout" status={row.stage} />;
}

const timesAsked = (times: number): string => (times > 1 ? ` (${times} times)` : "");
type Payout = NonNullable<Disbursement["payout"]> & { next_question_at?: string | null };
const lastAsked = ({ asked_at, asked_times }: Payout): string =>
  asked_at ? `last asked ${date(asked_at)}${timesAsked(asked_times)}` : "not asked yet";

/** The stage of one payout, seen without its loan. */
export function stageOf({ status, needs_review_at }: Pick<Payout, "status" | "needs_review_at">): Stage {
  switch (status) {
    case "created":
      return "awaiting_approval";
    case "approved":
    case "sent":
      return "on_its_way";
    case "unknown":
      return needs_review_at ? "needs_review" : "unknown";
    case "success":
      return "paid";
    default:
      return status;
  }
}

/** What is known of the money, and nothing more: no word claims what the bank has not said. `more` is the whole of it. */
export function whatIsKnown(row: { stage: Stage; payout: Payout | null; why_not: string | null }): {
  short: string;
  more: string;
} {
  const { payout } = row;
  const same = (short: string): { short: string; more: string } => ({ short, more: short });
  if (row.stage === "ready" || payout === null) return same(row.why_not ?? "Can be paid out");
  switch (row.stage) {
    case "awaiting_approval":
      return {
        short: "Nothing sent; a second person decides",
        more: "It waits for a second person. Nothing was sent.",
      };
    case "on_its_way":
      if (payout.status !== "sent" || !payout.sent_at)
        return { short: "Agreed; it is sent next", more: "A second person agreed; it is sent next." };
      return {
        short: `Sent ${date(payout.sent_at)}, no word yet`,
        more: `Sent ${date(payout.sent_at)}; the bank has not said yet that it arrived (${lastAsked(payout)}).`,
      };
    case "unknown":
      return {
        short: `Asking the bank again; ${lastAsked(payout)}`,
        more: `Sent, and the outcome is unknown: asking the bank again${payout.next_question_at ? ` at ${date(payout.next_question_at)}` : ""}; ${lastAsked(payout)}. The money is never sent twice.`,
      };
    case "needs_review":
      return {
        short: `The provider does not know it; ${lastAsked(payout)}`,
        more: `The provider does not know this payout; ${lastAsked(payout)}. Look at the bank's statement: if the money is not there, two persons give the payout up, and it can be paid out again.`,
      };
    case "paid":
      return same(payout.settled_on ? `Arrived on ${shortDay(payout.settled_on)}` : "The bank confirmed it");
    case "returning":
      return {
        short: "Expected back from the bank",
        more: "It was taken back or returned: reconciliation waits for the money on the bank's statement. If the borrower kept it, or it is lost, two persons say so on the payout's page.",
      };
    case "failed":
      return {
        short: payout.failure ?? "The bank refused it",
        more: `${fullStop(payout.failure ?? "The bank refused it.")} The money has not left. ${row.why_not ?? "It can be paid out again."}`,
      };
    case "reversed":
      return same(`Taken back${row.why_not ? `. ${row.why_not}` : "; it can be paid out again"}`);
  }
}

/** Paid out for the first time, or again after the bank refused it or sent it back. */
export const payVerb = ({ stage, payout }: Disbursement): string =>
  payout?.sent_at && (stage === "failed" || stage === "reversed") ? "Pay again…" : "Pay out…";

/** What was never sent is given up; what arrived is taken back. */
export const takeBackVerb = ({ stage }: Pick<Disbursement, "stage">): string =>
  stage === "needs_review" ? "Give it up…" : "Take back…";

/** Why a loan cannot be paid out now; null when it can. */
export const whyNotDisburse = (row: Disbursement): string | null => row.why_not;

/** Why a disbursement cannot be taken back, as far as the list knows; null when it may be requested. */
export function whyNotTakeBack(row: Disbursement): string | null {
  if (row.stage === "paid")
    return ["running", "past_due"].includes(row.loan_status)
      ? null
      : `The loan is ${row.loan_status.replaceAll("_", " ")}.`;
  if (row.stage === "needs_review") return null;
  return row.stage === "unknown"
    ? "The bank is still being asked for its outcome."
    : "Nothing of it has been paid out.";
}
