import * as calls from "@manilla/contract/platform/passkeys";
import { noun } from "../../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const passkeys = noun({
  calls,
  handlers,
  personal: { deleted: ["passkeys"], exported: { passkeys: "name, created_at, last_used_at, is_synced" } },
});
