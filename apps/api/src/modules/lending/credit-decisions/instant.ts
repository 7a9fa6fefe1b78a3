import type { PersonHooks } from "../../../house/app.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { judgeNow, keepDecision } from "./index.ts";

/** Judges the signed-in person by the active rules for an instant approval. */
export const judgeInstantly: PersonHooks["judgeInstantly"] = async (context) => {
  const { user_id } = context.session;
  const judged = await judgeNow(context, user_id);
  return {
    ...judged.judgement,
    async keep(tx) {
      await keepDecision(tx, actorOf(context), judged, { user_id, occasion: "instant_approval" });
    },
  };
};
