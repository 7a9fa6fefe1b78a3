import type { Tone } from "@manilla/contract/badges";
import { date, isoDay, shortDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { calls } from "../../shared/api/calls.gen.ts";
import type { RowOf } from "../../shared/list/list-page.tsx";
import { ToneBadge } from "../../shared/ui/badge.tsx";

export type Disbursement = RowOf<typeof calls.disbursements.listAll>;
export type Stage = Disbursement["stage"];

const stages: Record<Stage, { label: string; tone: Tone }> = {
  ready: { label: "Ready", tone: "info" },
  awaiting_approval: { label: "Awaiting approval", tone: "warning" },
  on_its_way: { label: "On its way", tone: "info" },
  unknown: { label: "Unknown: asking the bank", tone: "warning" },
  needs_review: { label: "Needs a person", tone: "danger" },
  paid: { label: "Paid out", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  reversed: { label: "Taken back", tone: "neutral" },
};

/** The name of a stage. */
export const stageName = (stage: Stage): string => stages[stage].label;

/** Where a loan stands on its way to the customer, as a word. A loan that cannot be paid out yet is not called ready. */
export function StageBadge({ row }: { row: Disbursement }): ReactNode {
  if (row.stage === "ready" && row.why_not) return <ToneBadge tone="warning">Not ready</ToneBadge>;
  return <ToneBadge tone={stages[row.stage].tone}>{stages[row.stage].label}</ToneBadge>;
}

/** A moment of today as the clock, another one with its day. */
export function clock(at: string): string {
  return isoDay(new Date(at)) === isoDay(new Date()) ? date(at, "H:i") : date(at, "dd M, H:i");
}

function askedWords(payout: NonNullable<Disbursement["payout"]>): string {
  if (!payout.asked_at) return "not asked yet";
  return `last asked at ${clock(payout.asked_at)}${payout.asked_times > 1 ? `, ${payout.asked_times} times in all` : ""}`;
}

/** What is known of the money, and nothing more: no word claims what the bank has not said. */
export function whatIsKnown(row: Disbursement): string {
  const { payout } = row;
  switch (row.stage) {
    case "ready":
      return row.why_not ?? "Can be paid out";
    case "awaiting_approval":
      return "Waits for a second person; nothing was sent";
    case "on_its_way":
      if (payout?.status !== "sent") return "Agreed by a second person; it is sent next";
      return `Sent${payout.sent_at ? ` at ${clock(payout.sent_at)}` : ""}; the bank has not said yet that it arrived`;
    case "unknown":
      return payout ? `Asking the bank again until it answers; ${askedWords(payout)}. Never sent twice` : "";
    case "needs_review":
      return payout ? `The bank gives no answer; ${askedWords(payout)}. A person has to look` : "";
    case "paid":
      return payout?.settled_on ? `Arrived on ${shortDay(payout.settled_on)}` : "The bank confirmed it";
    case "failed":
      return `${payout?.failure ?? "It failed."} The money has not left${row.why_not ? `. ${row.why_not}` : "; it can be paid out again"}`;
    case "reversed":
      return row.why_not ?? "The money came back; it can be paid out again";
  }
}

/** Why a loan cannot be paid out now; null when it can. */
export const whyNotDisburse = (row: Disbursement): string | null => row.why_not;

/** Why a disbursement cannot be taken back, as far as the list knows; null when it may be asked for. */
export function whyNotTakeBack(row: Disbursement): string | null {
  if (row.stage === "paid") return ["running", "past_due"].includes(row.loan_status) ? null : `The loan is ${row.loan_status.replaceAll("_", " ")}.`;
  if (row.stage === "needs_review") return null;
  return row.stage === "unknown" ? "The bank is still being asked what became of it." : "Nothing of it has been paid out.";
}
