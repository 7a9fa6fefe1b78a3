import * as calls from "@manilla/contract/cards/card-controls";
import { changeRows } from "../../../db/row.ts";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { ofRaises } from "./timeline.ts";

export const cardControls = noun({
  calls,
  handlers,
  timelines: ofRaises,
  personal: {
    kept: { card_raises: "What a company let its card spend, and why, is its own record." },
    exported: { card_raises: "period, amount_kobo, reason, ends_on, status, created_at" },
    async erase(tx, { user_id }) {
      await changeRows(tx, "card_controls", { set_by: user_id }, { set_by: null });
    },
  },
});
