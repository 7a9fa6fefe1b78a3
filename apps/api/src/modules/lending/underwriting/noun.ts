import * as calls from "@manilla/contract/lending/underwriting";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const underwriting = noun({
  calls,
  handlers,
  personal: { kept: { loanbot_runs: "Decisions are explained to the regulator." } },
});
