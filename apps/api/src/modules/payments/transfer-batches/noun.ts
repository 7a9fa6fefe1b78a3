import * as calls from "@manilla/contract/payments/transfer-batches";
import { noun } from "../../../house/index.ts";
import { checkBatch } from "./checking.ts";
import { handlers } from "./handlers.ts";
import { hearEnd, sendBatch } from "./sending.ts";
import { batchChain } from "./submitting.ts";

export const transferBatches = noun({
  calls,
  handlers,
  chains: { transfer_batch: batchChain, salary: batchChain },
  purposes: { batch_transfer_ended: hearEnd },
  jobs: [
    (app) => app.queue.work("check-transfer-batch", ({ batch_id }) => checkBatch(app, batch_id)),
    (app) => app.queue.work("send-transfer-batch", ({ batch_id }) => sendBatch(app, batch_id)),
  ],
});
