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

export const VerdictBadge = ({ verdict, isTrial }: { verdict: Verdict; isTrial?: boolean }): ReactNode => (
  <ToneBadge tone={tones[verdict]}>{(isTrial ? trialWords : verdictWords)[verdict]}</ToneBadge>
);

/** A refused row may have no name; it is still told apart from others. */
export const nameOf = ({ name, number }: Pick<TrialRow, "name" | "number">): string => name || `Row ${number}`;

export const Reasons = ({ of }: { of: readonly string[] }): ReactNode =>
  of.length > 0 ? of.map(sentence).join("; ") : <span className="muted">–</span>;
