import * as calls from "@manilla/contract/people/communications";
import { noun } from "../../../house.ts";
import { deliveryReports } from "./events.ts";
import { giveUpMessages, handOverMessages, sendCommunications, sendToMany } from "./index.ts";
import { handlers } from "./handlers.ts";

export const communications = noun({
  calls,
  handlers,
  approvals: { send_to_many: sendToMany },
  events: deliveryReports,
  jobs: [handOverMessages, sendCommunications],
  periodic: [{ name: "give up messages that no provider took", every_milliseconds: 60_000, run: giveUpMessages }],
});
