import { machine } from "../machine.ts";

/** A borrower asks for time; one request of a loan waits at a time. Agreeing changes no instalment: rescheduling has a call and a second person of its own. */
export const timeRequestStates = machine({
  noun: "timeRequest",
  table: "time_requests",
  initial: ["pending"],
  states: ["pending", "approved", "declined", "expired"],
  transitions: [
    { action: "approve", from: ["pending"], to: "approved", by: "provider:can_reschedule_loans" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_reschedule_loans" },
    { action: "expire", from: ["pending"], to: "expired", by: "system" },
  ],
});
