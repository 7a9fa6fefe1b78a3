import { z } from "zod";
import { list } from "../endpoint.ts";
import { moment } from "../time.ts";

/** What is counted, and how often in an hour one person or address may before operations are notified. */
export const securityLimits = {
  sign_in_failed: 20,
  secret_wrong: 8,
  refused: 30,
  throttled: 3,
  bad_signature: 5,
  case_opened: 200,
  list_exported: 5,
  number_revealed: 20,
  // One is enough: a device that signs with an older count is a copy.
  passkey_copied: 1,
} as const;
export type SecurityEvent = keyof typeof securityLimits;
export const securityEvents = Object.keys(securityLimits) as [SecurityEvent, ...SecurityEvent[]];

export const securityEventRow = z.object({
  id: z.uuid(),
  kind: z.enum(securityEvents),
  person: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  network_address: z.string(),
  count: z.int(),
  last_call: z.string(),
  first_at: moment,
  last_at: moment,
  is_alerted: z.boolean(),
});

export const listAll = list("/admin/security-events", {
  spec: "added",
  because: "Operations see who guesses, is refused, or opens more than a job asks for.",
  summary: "What was refused, guessed at and opened often: kind, who, from where, how often",
  can: ["provider:can_view_security_events"],
  row: securityEventRow,
  search: ["person", "network_address"],
  filters: {
    kind: { kind: "choice", label: "Kind", options: securityEvents },
    is_alerted: { kind: "boolean", label: "Alerted" },
  },
  sorts: ["last_at", "count"],
  ranges: ["last_at"],
  default_sort: "-last_at",
});
