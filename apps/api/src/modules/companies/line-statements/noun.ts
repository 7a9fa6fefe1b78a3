import * as calls from "@manilla/contract/companies/line-statements";
import { noun } from "../../../house/index.ts";
import { collectDues, issueStatements } from "./close.ts";
import { handlers } from "./handlers.ts";

export const lineStatements = noun({ calls, handlers, close: [collectDues, issueStatements] });
