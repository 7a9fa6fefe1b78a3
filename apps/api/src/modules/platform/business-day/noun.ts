import * as calls from "@manilla/contract/platform/business-day";
import { noun } from "../../../house/index.ts";
import { followCalendar, workOnClose } from "./index.ts";
import { handlers } from "./handlers.ts";

export const businessDay = noun({
  calls,
  handlers,
  jobs: [workOnClose],
  periodic: [{ name: "follow the calendar", every_milliseconds: 1_000, run: followCalendar }],
});
