import * as calls from "@manilla/contract/platform/colleagues";
import { noun } from "../../../house/index.ts";
import { inviteColleague, letBack, resetSecondFactor } from "./approvals.ts";
import { handlers } from "./handlers.ts";

export const colleagues = noun({
  calls,
  handlers,
  approvals: { invite_colleague: inviteColleague, let_back_colleague: letBack, reset_second_factor: resetSecondFactor },
});
