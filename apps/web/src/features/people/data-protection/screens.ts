import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { dataProtection } = calls;

export const screens = [
  screen("added", "data-requests", "Data Requests", "requests", dataProtection.listRequests, "Settings 50"),
  screen("added", "data-retention", "Data Retention", "retention", dataProtection.retention),
];
