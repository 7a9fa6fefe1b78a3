import * as calls from "@manilla/contract/platform/notifications";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { ofMessages } from "./timeline.ts";
import { handOnNotices } from "./telling.ts";

export const notifications = noun({
  calls,
  handlers,
  timelines: ofMessages,
  periodic: [{ name: "send notices by text message and mail", every_milliseconds: 2_000, run: handOnNotices }],
  personal: {
    deleted: ["notifications"],
    kept: { closed_modals: "Says only which hint was closed." },
    exported: { notifications: "title, body, created_at" },
    async erase(tx, { user_id }) {
      await sql`delete from notifications where about_id = ${user_id}`.execute(tx);
    },
  },
});
