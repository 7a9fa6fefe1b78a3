import * as calls from "@manilla/contract/lending/loan-imports";
import { noun } from "../../../house/index.ts";
import { bringInLoans } from "./approvals.ts";
import { handlers } from "./handlers.ts";
import { runLoanImport } from "./index.ts";
import { endStopped } from "./stopped.ts";

export const loanImports = noun({
  calls,
  handlers,
  approvals: { bring_in_loans: bringInLoans },
  jobs: [(app) => app.queue.work("run-loan-import", ({ import_id }) => runLoanImport(app, import_id))],
  periodic: [{ name: "end loan imports that stopped", every_milliseconds: 60_000, run: endStopped }],
});
