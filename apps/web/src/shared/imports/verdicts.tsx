import type { Tone } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../api/call.ts";
import type { calls } from "../api/calls.gen.ts";
import type { RowOf } from "../list/list-page.tsx";
import { ToneBadge } from "../ui/badge.tsx";

export type ImportRow = RowOf<typeof calls.imports.rows>;
type TrialRow = Answer<typeof calls.imports.tryMany>["trial"]["rows"][number];
type Verdict = ImportRow["verdict"];

const tones: Record<Verdict, Tone> = { waiting: "neutral", created: "success", already: "info", refused: "danger" };
export const verdictWords: Record<Verdict, string> = {
  waiting: "Waiting",
  created: "Created",
  already: "There already",
  refused: "Refused",
};
const trialWords: Record<Verdict, string> = {
  ...verdictWords,
  created: "Would be created",
  refused: "Would be refused",
};

interface BadgeProps {
  verdict: Verdict;
  isTrial?: boolean;
  /** What a row that went in, or would, is called; "Created" where it is left out. */
  created?: string | undefined;
}
export const VerdictBadge = ({ verdict, isTrial, created }: BadgeProps): ReactNode => (
  <ToneBadge tone={tones[verdict]}>
    {verdict === "created" && created ? created : (isTrial ? trialWords : verdictWords)[verdict]}
  </ToneBadge>
);

const statusTones: Record<Answer<typeof calls.imports.find>["import"]["status"], Tone> = {
  awaiting_approval: "warning",
  refused: "danger",
  pending: "warning",
  running: "info",
  done: "success",
  failed: "danger",
};
export const ImportStatus = ({ status }: { status: keyof typeof statusTones }): ReactNode => (
  <ToneBadge tone={statusTones[status]}>{sentence(status)}</ToneBadge>
);

/** A refused row may have no name; it is still told apart from others. */
export const nameOf = ({ name, number }: Pick<TrialRow, "name" | "number">): string => name || `Row ${number}`;

export const Reasons = ({ of }: { of: readonly string[] }): ReactNode =>
  of.length > 0 ? of.map(sentence).join("; ") : <span className="muted">–</span>;
