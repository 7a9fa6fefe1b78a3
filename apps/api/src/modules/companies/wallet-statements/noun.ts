import * as calls from "@manilla/contract/companies/wallet-statements";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const walletStatements = noun({ calls, handlers });
