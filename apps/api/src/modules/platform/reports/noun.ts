import * as calls from "@manilla/contract/platform/reports";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { makeReports } from "./making.ts";

export const reports = noun({
  calls,
  handlers,
  periodic: [{ name: "make reports", every_milliseconds: 15_000, run: makeReports }],
});
