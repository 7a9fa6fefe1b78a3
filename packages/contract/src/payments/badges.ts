/** Word and tone of the statuses of payments. */
import { type Badge, all, named } from "../badge-tones.ts";

export const transferBadges = new Map<string, Badge>([
  ...named("warning", "Being looked at", "in_review"),
  ...named("warning", "Awaiting approval", "awaiting_approval"),
  ...named("info", "Planned", "scheduled"),
  ...named("warning", "Pending", "approved", "sent"),
  ...named("warning", "Asking the bank", "unknown"),
  ...all("success", "success"),
  ...named("neutral", "Refunded", "reversed", "refunded"),
  ...all("danger", "failed"),
  ...all("neutral", "cancelled"),
]);
export const standingOrderBadges = new Map<string, Badge>([
  ...named("warning", "Awaiting approval", "awaiting_approval"),
  ...all("success", "active"),
  ...named("warning", "Paused", "paused"),
  ...all("neutral", "ended"),
  ...all("danger", "declined"),
]);
export const transferBatchBadges = new Map<string, Badge>([
  ...named("info", "Asking the banks", "checking"),
  ...named("warning", "To submit", "checked"),
  ...named("warning", "Awaiting approval", "awaiting_approval"),
  ...named("info", "We look at it", "in_review"),
  ...named("info", "On its way", "sending"),
  ...all("success", "done"),
  ...all("neutral", "cancelled"),
]);
export const refundCaseBadges = new Map<string, Badge>([
  ...named("warning", "To decide", "open"),
  ...all("neutral", "refunded"),
  ...all("success", "processed"),
  ...named("neutral", "No refund", "cancelled"),
]);
export const billBadges = new Map<string, Badge>([
  ...named("info", "On its way", "accepted", "sent"),
  ...named("warning", "Asking the provider", "unknown"),
  ...all("success", "delivered"),
  ...named("danger", "Failed, paid back", "failed"),
  ...all("neutral", "refunded"),
]);
export const billReportLineBadges = new Map<string, Badge>([
  ...named("warning", "To look at", "open"),
  ...named("success", "Agrees", "matched"),
  ...named("neutral", "Written off", "written_off"),
]);
export const billFloatBadges = new Map<string, Badge>([
  ...named("success", "Agrees", "agrees"),
  ...named("danger", "Differs", "differs"),
  ...named("neutral", "Explained", "explained"),
]);
export const billPlanBadges = new Map<string, Badge>([
  ...all("success", "active"),
  ...all("warning", "paused"),
  ...all("neutral", "ended"),
]);
export const billOrderBadges = new Map<string, Badge>([
  ...named("warning", "Awaiting approval", "awaiting_approval"),
  ...named("info", "Being paid", "approved"),
  ...all("success", "done"),
  ...all("neutral", "declined"),
]);
export const billClaimBadges = new Map<string, Badge>([
  ...all("warning", "open"),
  ...all("success", "credited"),
  ...named("danger", "Written off", "lost"),
]);
