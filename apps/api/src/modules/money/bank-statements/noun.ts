import * as calls from "@manilla/contract/money/bank-statements";
import { noun } from "../../../house/index.ts";
import { takeBackStatement, takeStatement } from "./approvals.ts";
import { reconcile } from "./fetching.ts";
import { handlers } from "./handlers.ts";

export const bankStatements = noun({
  calls,
  handlers,
  approvals: { take_statement: takeStatement, take_back_statement: takeBackStatement },
  close: [reconcile],
});
