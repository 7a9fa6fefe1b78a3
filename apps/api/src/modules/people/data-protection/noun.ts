import * as calls from "@manilla/contract/people/data-protection";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { runRetention } from "./index.ts";
import { handlers } from "./handlers.ts";

export const dataProtection = noun({
  calls,
  handlers,
  periodic: [{ name: "remove what was kept long enough", every_milliseconds: 3_600_000, run: runRetention }],
  personal: {
    blanked: { data_requests: { text: null, answer: null } },
    exported: { data_requests: "kind, status, created_at" },
    erase: (tx, { user_id }) => eraseHistory(tx, "data_requests", user_id),
  },
});
