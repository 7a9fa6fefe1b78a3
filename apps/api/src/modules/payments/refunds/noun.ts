import * as calls from "@manilla/contract/payments/refunds";
import { noun } from "../../../house/index.ts";
import { findRefundable } from "./finding.ts";
import { approvals, handlers } from "./handlers.ts";
import { askRecall, followRecalls } from "./recalling.ts";
import { ofRefunds } from "./timeline.ts";

export const refunds = noun({
  calls,
  handlers,
  timelines: ofRefunds,
  approvals,
  periodic: [
    { name: "find what may have to be paid back", every_milliseconds: 30_000, run: findRefundable },
    { name: "ask for the answers to recalls", every_milliseconds: 5_000, run: followRecalls },
  ],
  jobs: [(app) => app.queue.work("ask-recall", ({ recall_id }) => askRecall(app, recall_id))],
  personal: {
    blanked: { refund_cases: { statement: null } },
    exported: { refund_cases: "reference, what, claim, statement, amount_kobo, status, refunded_kobo, created_at" },
  },
});
