import * as calls from "@manilla/contract/money/reconciliation";
import { noun } from "../../../house/index.ts";
import { reconcile } from "./close.ts";
import { handlers } from "./handlers.ts";

export const reconciliation = noun({ calls, handlers, close: [reconcile] });
