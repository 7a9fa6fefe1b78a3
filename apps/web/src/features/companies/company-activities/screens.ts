import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { companyActivities } = calls;

export const screens = [
  screen("R059", "activities", "Activities", "activities", companyActivities.listAll, "Dashboard 4"),
  screen("R060", "activities/recent", "Recent Activities", "recent", companyActivities.recent, "Dashboard 5"),
];
