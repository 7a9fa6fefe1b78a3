import * as calls from "@manilla/contract/lending/time-requests";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { openRequests } from "./close.ts";
import { handlers } from "./handlers.ts";

export const timeRequests = noun({
  calls,
  handlers,
  close: [openRequests],
  personal: {
    deleted: ["time_requests"],
    exported: { time_requests: "kind, promised_on, promised_kobo, text, status, created_at" },
    erase: (tx, { user_id }) => eraseHistory(tx, "time_requests", user_id),
  },
});
