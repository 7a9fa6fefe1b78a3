import * as calls from "@manilla/contract/money/remittances";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { remitVat } from "./remit.ts";

export const remittances = noun({ calls, handlers, approvals: { remit_vat: remitVat } });
