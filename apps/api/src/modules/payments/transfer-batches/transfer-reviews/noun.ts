import * as calls from "@manilla/contract/payments/transfer-reviews";
import { noun } from "../../../../house/index.ts";
import { letBatchGo } from "./batches.ts";
import { handlers } from "./handlers.ts";
import { letTransferGo } from "./letting-go.ts";

export const transferReviews = noun({
  calls,
  handlers,
  approvals: { let_transfer_go: letTransferGo, let_batch_go: letBatchGo },
});
