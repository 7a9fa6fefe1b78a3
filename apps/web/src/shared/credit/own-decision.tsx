import { day, isoDay, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { type Answer, serverNow } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { useRecord } from "../api/use-call.ts";
import { maySend, useSession } from "../session/session.ts";
import { ToneBadge } from "../ui/badge.tsx";
import styles from "./credit.module.css";

export type OwnDecision = NonNullable<Answer<typeof calls.creditDecisions.findOwn>["decision"]>;

/** What was decided about the person who is signed in: undefined while it is not known, null when nothing was decided. */
export function useOwnDecision(): OwnDecision | null | undefined {
  const isAllowed = maySend(useSession(), calls.creditDecisions.findOwn);
  const { data } = useRecord(calls.creditDecisions.findOwn, {}, { enabled: isAllowed });
  return isAllowed ? data?.decision : null;
}

/** By when a person looks, and that it is late once that day has gone by. @param look_by `yyyy-mm-dd` */
export function lookWords(look_by: string): string {
  return look_by < isoDay(new Date(serverNow()))
    ? `A person was to look at it by ${day(look_by)}. We are late: it comes next, and you may ask us under Help.`
    : `A person looks at it by ${day(look_by)}, and you hear from us.`;
}

/** The outcome in one sentence. */
export function outcomeWords({
  outcome,
  limit_kobo,
  look_by,
}: Pick<OwnDecision, "outcome" | "limit_kobo" | "look_by">): string {
  if (outcome === "declined") return "The answer is no for now.";
  if (look_by !== null) return lookWords(look_by);
  if (outcome === "referred") return "A person looks at it before there is an answer.";
  return limit_kobo > 0 ? `You can ask for loans up to ${naira(limit_kobo)}.` : "You can ask for a loan.";
}

/** Reasons as they were written down, each once, each a sentence. */
export function Reasons({ title, texts }: { title: string; texts: readonly string[] }): ReactNode {
  const all = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
  if (all.length === 0) return null;
  return (
    <div>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.reasons}>
        {all.map((text) => (
          <li key={text}>{/[.!?]$/.test(text) ? text : `${text}.`}</li>
        ))}
      </ul>
    </div>
  );
}

/** A profile's status in the customer's words: the underwriters' terms stay with them. @param isReady nothing is missing */
export function ProfileBadge({ status, isReady }: { status: string; isReady: boolean }): ReactNode {
  if (status === "activated") return <ToneBadge tone="success">Approved</ToneBadge>;
  if (status === "declined") return <ToneBadge tone="danger">Not approved</ToneBadge>;
  if (status === "deactivated") return <ToneBadge tone="danger">Closed</ToneBadge>;
  return isReady ? (
    <ToneBadge tone="info">Being looked at</ToneBadge>
  ) : (
    <ToneBadge tone="warning">Incomplete</ToneBadge>
  );
}

/** A decision of the rules for the person whom it is about: what, when, why. */
export const DecisionWords = ({ decision }: { decision: OwnDecision }): ReactNode => (
  <div className="stack-12">
    <p>
      <strong>{outcomeWords(decision)}</strong>{" "}
      <span className="muted">
        {decision.outcome === "referred" ? "Checked" : "Decided"} on {day(decision.decided_at)}.
      </span>
    </p>
    {decision.outcome !== "approved" && (
      <Reasons title={decision.outcome === "declined" ? "Why" : "What we look at"} texts={decision.reasons} />
    )}
  </div>
);
