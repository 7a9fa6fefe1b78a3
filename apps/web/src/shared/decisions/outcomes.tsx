/** What decisions, checks and facts are called: for lists and tables that show no whole decision. */
import type { Tone } from "@manilla/contract/badges";
import { ruleOutcomeWords } from "@manilla/contract/lending/rule-facts";
import type { ReactNode } from "react";
import { ToneBadge } from "../ui/badge.tsx";

/** What a decision is called. */
export const outcomeWords = { approved: "Approved", referred: "A person decides", declined: "Declined" } as const;
const outcomeTones: Record<keyof typeof outcomeWords, Tone> = {
  approved: "success",
  referred: "warning",
  declined: "danger",
};
const ruleTones: Record<"passed" | "attention" | "failed", Tone> = {
  passed: "success",
  attention: "warning",
  failed: "danger",
};

export const OutcomeBadge = ({ outcome }: { outcome: keyof typeof outcomeWords }): ReactNode => (
  <ToneBadge tone={outcomeTones[outcome]}>{outcomeWords[outcome]}</ToneBadge>
);
export const RuleBadge = ({ outcome }: { outcome: keyof typeof ruleOutcomeWords }): ReactNode => (
  <ToneBadge tone={ruleTones[outcome]}>{ruleOutcomeWords[outcome]}</ToneBadge>
);
