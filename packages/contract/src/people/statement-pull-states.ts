import { machine } from "../machine.ts";

/** A statement that a provider fetches. What was fetched is there, whatever was said in the meantime. */
export const statementPullStates = machine({
  noun: "statement pull",
  table: "statement_pulls",
  initial: ["waiting"],
  states: ["waiting", "fetching", "fetched", "refused", "expired", "replaced"],
  transitions: [
    { action: "claim", from: ["waiting"], to: "fetching", by: "system" },
    { action: "release", from: ["fetching"], to: "waiting", by: "system" },
    { action: "fetch", from: ["waiting", "fetching", "refused", "expired", "replaced"], to: "fetched", by: "system" },
    { action: "refuse", from: ["waiting", "fetching"], to: "refused", by: "system" },
    { action: "expire", from: ["waiting", "fetching"], to: "expired", by: "system" },
    { action: "replace", from: ["waiting", "fetching"], to: "replaced", by: "owner" },
  ],
});
