import * as calls from "@manilla/contract/platform/saved-views";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const savedViews = noun({
  calls,
  handlers,
  personal: { kept: { table_memories: "Widths and orders of columns." } },
});
