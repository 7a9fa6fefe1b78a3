/** The door of communications: the second person's half of writing to many. */
import { sql } from "kysely";
import type { ApprovalKind } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { Conflict } from "../../../errors.ts";
import { unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { showMessage } from "./testing.ts";

export { giveUpMessages, handOverMessages } from "./handing-over.ts";
export { sendCommunications } from "./sending.ts";

/** A message to many goes out once a second person has agreed. */
export const sendToMany: ApprovalKind<{ communication_id: string; because?: string[] }> = {
  permission: "provider:can_create_communications",
  over: unlessIn("communications", "communication_id", ["waiting"]),
  async shows({ db }, { payload }) {
    const shown = await showMessage(db, payload.communication_id);
    const because = payload.because?.map((value) => ({ label: "Why a second person", value })) ?? [];
    return { ...shown, facts: [...because, ...(shown.facts ?? [])] };
  },
  async execute(tx, context, { payload }) {
    const { communication_id } = payload;
    const [approved] = await changeWhere(tx, {
      noun: "communication",
      action: "approve",
      where: sql`id = ${communication_id}`,
      actor: actorOf(context),
    });
    if (!approved) throw new Conflict("This message was cancelled.", "changed");
    await context.queue.send(tx, "send-communication", { communication_id });
    await recordAudit(tx, context, "communication_approved", ["communication", communication_id]);
    return undefined;
  },
  async release(tx, _, { payload }, actor) {
    await changeWhere(tx, {
      noun: "communication",
      action: "decline",
      where: sql`id = ${payload.communication_id}`,
      set: { finished_at: clock.now() },
      actor,
    });
  },
};
