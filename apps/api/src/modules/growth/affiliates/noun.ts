import * as calls from "@manilla/contract/growth/affiliates";
import { noun } from "../../../house/index.ts";
import { rewardReferrer } from "../referrals/index.ts";
import { handlers } from "./handlers.ts";

export const affiliates = noun({
  calls,
  handlers,
  purposes: { disbursed: (tx, { user_id, on }) => rewardReferrer(tx, user_id, on) },
});
