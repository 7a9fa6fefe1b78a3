import * as calls from "@manilla/contract/cards/issuer-float";
import { noun } from "../../../house/index.ts";
import { compareFloat } from "./comparing.ts";
import { handlers } from "./handlers.ts";
import { topUpFloat } from "./topping-up.ts";

export const issuerFloat = noun({
  calls,
  handlers,
  approvals: { top_up_issuer_float: topUpFloat },
  periodic: [{ name: "compare the account with the issuer", every_milliseconds: 60_000, run: compareFloat }],
});
