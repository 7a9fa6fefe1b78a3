import * as calls from "@manilla/contract/lending/credit-decisions";
import { noun } from "../../../house/index.ts";
import { decideLoans } from "./index.ts";
import { judgeInstantly } from "./instant.ts";
import { handlers } from "./handlers.ts";
import { ofDecisions } from "./timeline.ts";

export const creditDecisions = noun({
  calls,
  handlers,
  timelines: ofDecisions,
  jobs: [decideLoans],
  person: { judgeInstantly },
  personal: {
    kept: { credit_decisions: "Decisions are explained to the regulator." },
    exported: {
      credit_decisions: "outcome, final_outcome, score, limit_kobo, judgement -> 'reasons' as reasons, decided_at",
    },
  },
});
