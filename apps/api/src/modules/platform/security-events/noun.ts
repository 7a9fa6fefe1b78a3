import * as calls from "@manilla/contract/platform/security-events";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { watchEvents } from "./index.ts";

export const securityEvents = noun({
  calls,
  handlers,
  periodic: [{ name: "watch security events", every_milliseconds: 5_000, run: watchEvents }],
  personal: { deleted: ["security_events"] },
});
