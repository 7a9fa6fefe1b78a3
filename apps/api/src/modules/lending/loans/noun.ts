import * as calls from "@manilla/contract/lending/loans";
import { noun } from "../../../house/index.ts";
import { offers } from "./close.ts";
import { loanSearch } from "./search.ts";
import { handlers } from "./handlers.ts";
import { ofLoans } from "./timeline.ts";
import { reimburseLoan } from "./reimburse.ts";
import { eraseActor } from "../../platform/states/index.ts";

export const loans = noun({
  calls,
  handlers,
  timelines: ofLoans,
  approvals: { reimburse_loan: reimburseLoan },
  close: [offers],
  search: [loanSearch],
  personal: {
    kept: {
      loans: "The Companies and Allied Matters Act wants books for six years.",
      documents_issued: "Letters about loans that are kept.",
    },
    exported: {
      loans: "reference, status, principal_kobo, total_kobo, paid_kobo, disbursed_on, settled_on, created_at",
    },
    erase: (tx, { user_id }) => eraseActor(tx, "loans", user_id),
  },
});
