import * as calls from "@manilla/contract/companies/credit-lines";
import { noun } from "../../../house/index.ts";
import { lowerLine, offerLine } from "./approvals.ts";
import { accrueLines, lapseOffers } from "./close.ts";
import { moneyChain } from "../money-requests/index.ts";
import { handlers } from "./handlers.ts";
import { ofLines } from "./timeline.ts";
import { drawAgreed, giveAgreed } from "./moving.ts";

export const creditLines = noun({
  calls,
  handlers,
  timelines: ofLines,
  chains: { credit_line: moneyChain({ draw: drawAgreed, line_part: giveAgreed }) },
  approvals: { offer_line: offerLine, lower_line: lowerLine },
  close: [accrueLines, lapseOffers],
  personal: { kept: { line_signatures: "Signed for the company." } },
});
