import type { Tone } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { ToneBadge } from "../ui/badge.tsx";

/** What the states of checks, requests and messages look like, wherever they are shown. */
const tones: Readonly<Record<string, Tone>> = {
  verified: "success",
  passed: "success",
  done: "success",
  sent: "success",
  delivered: "success",
  approved: "success",
  attended: "success",
  reached: "success",
  success: "success",
  pending: "warning",
  attention: "warning",
  mismatch: "warning",
  open: "warning",
  waiting: "warning",
  unverified: "neutral",
  call_back: "warning",
  promised_to_pay: "info",
  contacted: "info",
  reviewed: "info",
  scheduled: "info",
  sending: "info",
  queued: "info",
  handed_over: "info",
  code_sent: "info",
  started: "neutral",
  replaced: "neutral",
  cancelled: "neutral",
  skipped: "neutral",
  no_answer: "neutral",
  refuted: "danger",
  failed: "danger",
  bounced: "danger",
  declined: "danger",
  rejected: "danger",
  refused: "danger",
  wrong_number: "danger",
};

/** A state as a word in its tone. */
export const Toned = ({ status, label }: { status: string; label?: string | undefined }): ReactNode => (
  <ToneBadge tone={tones[status] ?? "neutral"}>{label ?? sentence(status)}</ToneBadge>
);
