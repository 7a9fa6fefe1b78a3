import { screen } from "../../../shared/screens.ts";

export const screens = [
  // Added: How far each close of business came.
  screen(
    "added",
    "jobs/close-of-business",
    "Close of Business",
    "close-of-business",
    ["provider:can_view_jobs", "provider:can_run_close_of_business"],
    "Finance 40",
  ),
];
