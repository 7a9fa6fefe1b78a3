import * as calls from "@manilla/contract/payments/payment-receipts";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const paymentReceipts = noun({ calls, handlers });
