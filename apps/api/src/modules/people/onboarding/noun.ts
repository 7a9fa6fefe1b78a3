import * as calls from "@manilla/contract/people/onboarding";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { beginCardRequest, finishCardRequest } from "./card-requests.ts";
import { lookAtStatementSessions } from "./statement-sources.ts";
import { handlers } from "./handlers.ts";

export const onboarding = noun({
  calls,
  handlers,
  jobs: [lookAtStatementSessions],
  person: { beginCardRequest, finishCardRequest },
  personal: {
    blanked: { card_requests: { delivery_address: null, delivery_state: null } },
    deleted: ["statement_pulls", "identity_verifications", "bureau_reports"],
    exported: {
      identity_verifications: "kind, status, created_at, decided_at",
      bureau_reports: "bureau, open_loans, overdue_loans, total_balance_kobo, loans, fetched_at",
    },
    async erase(tx, { user_id }) {
      for (const table of ["card_requests", "statement_pulls", "identity_verifications"])
        await eraseHistory(tx, table, user_id);
    },
  },
});
