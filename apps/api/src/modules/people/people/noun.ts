import * as calls from "@manilla/contract/people/people";
import { noun } from "../../../house/index.ts";
import { verifyBankAccount } from "./account.ts";
import { bypassIdentity } from "./bypass.ts";
import { peopleSearch } from "./search.ts";
import { handlers } from "./handlers.ts";
import { createPerson } from "./index.ts";
import { ofPeople } from "./timeline.ts";
import { LIFTS, liftedByTwo } from "./profiles/index.ts";

export const people = noun({
  calls,
  handlers,
  approvals: {
    bypass_identity: bypassIdentity,
    verify_bank_account: verifyBankAccount,
    lift_blacklisting: liftedByTwo(LIFTS.blacklisting),
  },
  search: [peopleSearch],
  timelines: ofPeople,
  person: { create: createPerson },
  personal: {
    deleted: ["comments"],
    kept: { activity_users: "Says only that an activity was about them.", comment_mentions: "Goes with the comment." },
  },
});
