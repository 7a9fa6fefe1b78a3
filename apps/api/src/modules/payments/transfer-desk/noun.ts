import * as calls from "@manilla/contract/payments/transfer-desk";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const transferDesk = noun({ calls, handlers });
