import { machine } from "../machine.ts";

/** What somebody asks about their data, until it is answered (Nigeria Data Protection Act: within a month). */
export const dataRequestStates = machine({
  noun: "data request",
  table: "data_requests",
  initial: ["open"],
  states: ["open", "done", "refused"],
  transitions: [
    { action: "do", from: ["open"], to: "done", by: "provider:can_handle_data_requests" },
    { action: "refuse", from: ["open"], to: "refused", by: "provider:can_handle_data_requests" },
  ],
});
