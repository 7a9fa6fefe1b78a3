/** Another phone of a person, entered by staff: codes and new passwords go there, so two people say so, and the old phone is notified. */
import { fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { changeRows, findRow } from "../../../../db/row.ts";
import { Conflict, NotAllowed } from "../../../../errors.ts";
import { endSessions } from "../../../../http/session.ts";
import { its, requestApproval, same, unless } from "../../../platform/approvals/index.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { tell, write } from "../../../platform/notifications/index.ts";
import { endPasskeys } from "../../../platform/session/index.ts";
import { type PersonFacts, loadFacts } from "./facts.ts";
import * as messages from "./messages.ts";

interface PhoneChange {
  user_id: string;
  before: string | null;
  phone: string;
}

/** @throws Conflict where another account has it */
async function refuseTaken(tx: Tx, user_id: string, phone: string): Promise<void> {
  const taken = await findRow(tx, "users", { phone }, ["id"]);
  if (taken && taken.id !== user_id)
    throw new Conflict("This phone number belongs to another account.", "already_registered");
}

/** The maker's half. @returns the request's id; null where it is the number that they have */
export async function askForPhone(
  tx: Tx,
  context: Context,
  person: PersonFacts,
  phone: string | undefined,
  reason: string,
): Promise<string | null> {
  if (phone === undefined || phone === person.phone) return null;
  await refuseTaken(tx, person.id, phone);
  return requestApproval(tx, context, {
    kind: "change_phone",
    title: `Change the phone of ${fullName(person)}`,
    payload: { user_id: person.id, before: person.phone, phone } satisfies PhoneChange,
    once: ["user_id"],
    before: { phone: person.phone },
    reason,
  });
}

/** The checker's half. */
export const changePhone: ApprovalKind<PhoneChange> = {
  permission: "provider:can_update_staff",
  over: unless(sql`users s where s.id = ${its("user_id")} and s.erased_at is null and ${same("phone", "before")}`),
  shows: async (_, { payload: { before, phone } }) => ({
    facts: [
      { label: "Phone now", value: before ?? "None" },
      { label: "Phone then", value: phone },
      {
        label: "What follows",
        value:
          "Codes and new passwords go to the new phone. We notify the old one and their mail; they sign in again, and their passkeys end.",
      },
    ],
  }),
  async execute(tx, context, { payload: { user_id, before, phone } }) {
    if (user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
    const person = await loadFacts(tx, user_id);
    if (person.phone !== before) throw new Conflict("The phone has changed since this was asked for.", "phone_changed");
    await refuseTaken(tx, user_id, phone);
    await changeRows(tx, "users", user_id, { phone });
    await endSessions(tx, { user_id });
    // Theirs may be on the phone that is gone.
    await endPasskeys(tx, context, user_id);
    await recordAudit(tx, context, "phone_changed", ["user", user_id], { before: { phone: before }, after: { phone } });
    const message = messages.phoneChanged(user_id, phone);
    await tell(tx, context, user_id, message);
    if (before)
      await write(tx, context, { phone: before }, { subject: message.title, text: message.body, about: message.about });
    return undefined;
  },
};
