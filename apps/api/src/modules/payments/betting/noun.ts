import * as calls from "@manilla/contract/payments/betting";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const betting = noun({
  calls,
  handlers,
  personal: {
    kept: { betting_exclusions: "A person who comes back is still kept out for as long as they have asked for." },
    deleted: ["betting_limits"],
    exported: { betting_exclusions: "pause, since, until, reason" },
  },
});
