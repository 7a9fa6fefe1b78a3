import * as calls from "@manilla/contract/platform/webhooks";
import { noun } from "../../../house/index.ts";
import { workOnWebhooks } from "./index.ts";
import { handlers } from "./handlers.ts";

export const webhooks = noun({ calls, handlers, jobs: [workOnWebhooks] });
