import { z } from "zod";
import { post } from "../endpoint.ts";
import { moment } from "../time.ts";

/** Records on which two people may work at once. */
export const presenceSubjects = ["person", "loan", "approval", "reconciliation", "document"] as const;
const subject = z.strictObject({ subject: z.enum(presenceSubjects), id: z.uuid() });
const others = z.object({ others: z.array(z.object({ user_id: z.uuid(), name: z.string(), since: moment })) });

/** Said again every 20 seconds while the record is open; colleagues on it hear `presence` over the event stream. */
export const here = post("/presence", {
  spec: "added",
  because: "Two colleagues do not work on one case unknowingly.",
  summary: "Say that one is looking at a record, and hear who else is",
  audience: "admin",
  can: "signed_in",
  body: subject,
  response: others,
});

export const left = post("/presence/leave", {
  spec: "added",
  because: "As here: the end of it.",
  summary: "Say that one has left a record",
  audience: "admin",
  can: "signed_in",
  body: subject,
});

/** Colleagues on the record hear `presence` with `acted_by`, and look again. */
export const acted = post("/presence/acted", {
  spec: "added",
  because: "Colleagues on the same record see that it changed.",
  summary: "Say that one has changed a record on which others look",
  audience: "admin",
  can: "signed_in",
  body: subject,
});
