import * as calls from "@manilla/contract/lending/rule-sets";
import { noun } from "../../../house/index.ts";
import { activateRuleSet, runBacktests } from "./index.ts";
import { handlers } from "./handlers.ts";

export const ruleSets = noun({
  calls,
  handlers,
  approvals: { activate_rule_set: activateRuleSet },
  jobs: [runBacktests],
  personal: { kept: { backtest_rows: "Outcomes of a test of rules." } },
});
