import * as calls from "@manilla/contract/companies/credit-lines";
import { noun } from "../../../house/index.ts";
import { lowerLine, offerLine } from "./approvals.ts";
import { accrueLines, lapseOffers } from "./close.ts";
import { handlers } from "./handlers.ts";

export const creditLines = noun({
  calls,
  handlers,
  approvals: { offer_line: offerLine, lower_line: lowerLine },
  close: [accrueLines, lapseOffers],
  personal: { kept: { line_signatures: "Signed for the company." } },
});
