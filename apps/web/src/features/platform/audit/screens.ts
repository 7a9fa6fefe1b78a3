import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { audit } = calls;

export const screens = [
  screen("added", "audit", "Audit trail", "audit", audit.listAll, "Settings 80"),
  listScreen("added", "transitions", "Transitions", calls.audit.listTransitions, {
    menu: "Settings 81",
    columns: ["noun", "to_state", "actor_name", "happened_at"],
  }),
];
