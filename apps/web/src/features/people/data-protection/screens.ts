import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { dataProtection } = calls;

export const screens = [
  // Added: Requests under the data protection act.
  screen("added", "data-requests", "Data Requests", "requests", dataProtection.listRequests, "Settings 50"),
  // Added: How long data are kept.
  screen("added", "data-retention", "Data Retention", "retention", dataProtection.retention),
];
