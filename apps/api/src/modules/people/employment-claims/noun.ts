import * as calls from "@manilla/contract/people/employment-claims";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { eraseHistory } from "../../platform/states/index.ts";

export const employmentClaims = noun({
  calls,
  handlers,
  personal: {
    blanked: { employment_claims: { decision_reason: null } },
    erase: (tx, { user_id }) => eraseHistory(tx, "employment_claims", user_id),
  },
});
