import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { dataProtection } = calls;

export const screens = [
  // Added: Requests under the data protection act.
  screen("added", "data-requests", "Data Requests", "requests", dataProtection.listRequests, "Settings 50"),
  // Added: How long data are kept.
  screen("added", "data-retention", "Data Retention", "retention", dataProtection.retention),
  // Added: What people agreed to.
  listScreen("added", "consents", "Consents", dataProtection.listConsents, {
    menu: "Settings 51",
    columns: ["customer", "kind", "given_at"],
  }),
];
