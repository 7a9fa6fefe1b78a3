import * as calls from "@manilla/contract/people/complaints";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { handlers } from "./handlers.ts";
import { ofComplaints } from "./timeline.ts";
import { tellOfLate } from "./late.ts";

export const complaints = noun({
  calls,
  handlers,
  timelines: ofComplaints,
  periodic: [{ name: "tell of late complaints", every_milliseconds: 3_600_000, run: tellOfLate }],
  personal: {
    blanked: { complaints: { text: "Deleted" }, complaint_messages: { text: "Deleted" } },
    exported: {
      complaints: "reference, category, text, status, due_on, created_at, resolved_at",
      complaint_messages: "is_staff, text, created_at",
    },
    erase: (tx, { user_id }) => eraseHistory(tx, "complaints", user_id),
  },
});
