/** What a colleague stopped is released by two: post-no-debit and the blacklist. Stopping stays with one person. */
import { fullName } from "@manilla/contract/formats";
import type { Permission } from "@manilla/contract/permissions";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { changeRows, findRow } from "../../../../db/row.ts";
import { Conflict, NotAllowed } from "../../../../errors.ts";
import { its, requestApproval, same, unless } from "../../../platform/approvals/index.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import type { Change } from "../../../platform/states/index.ts";
import type { Case } from "./acting.ts";

interface Lift {
  kind: "lift_post_no_debit" | "lift_blacklisting";
  flag: "is_post_no_debit" | "is_blacklisted";
  because: "post_no_debit_reason" | "blacklist_reason";
  permission: Permission;
  title: (name: string) => string;
  follows: string;
  audit: string;
}

/** How each stop is lifted. */
export const LIFTS = {
  post_no_debit: {
    kind: "lift_post_no_debit",
    flag: "is_post_no_debit",
    because: "post_no_debit_reason",
    permission: "provider:can_post_no_debit",
    title: (name) => `Let money leave the accounts of ${name} again`,
    follows: "Money may leave their accounts at once; nothing is paid out by itself.",
    audit: "post_no_debit_deactivated",
  },
  blacklisting: {
    kind: "lift_blacklisting",
    flag: "is_blacklisted",
    because: "blacklist_reason",
    permission: "provider:can_update_staff",
    title: (name) => `Take ${name} off the blacklist`,
    follows: "They may sign in again, and may borrow as their profile allows.",
    audit: "unblacklisted",
  },
} as const satisfies Record<string, Lift>;

/** What the second person agrees to: the stop that was there when it was requested. */
interface Payload {
  user_id: string;
  stopped_because: string | null;
  reason: string;
}

const COLUMNS = ["is_post_no_debit", "post_no_debit_reason", "is_blacklisted", "blacklist_reason"] as const;

/** Asks a second person to lift a stop; until then nothing changes. Throws Conflict where the same waits already. */
export const askToLift =
  ({ kind, flag, because, title }: Lift) =>
  async (tx: Tx, context: Context, { user_id, person }: Case, { body: { reason } }: { body: { reason: string } }) => {
    const stopped = await findRow(tx, "users", user_id, COLUMNS, { lock: true });
    const approval_id = await requestApproval(tx, context, {
      kind,
      title: title(fullName(person)),
      payload: { user_id, stopped_because: stopped?.[because] ?? null, reason } satisfies Payload,
      before: { [flag]: true },
      once: ["user_id"],
      reason,
    });
    return { answer: { user_id, [flag]: true, approval_id } } satisfies Change;
  };

/** The second person's half. Refuses what was lifted, or stopped for another reason, since it was requested. */
export const liftedByTwo = ({ flag, because, permission, follows, audit }: Lift): ApprovalKind<Payload> => ({
  permission,
  over: unless(sql`users s where s.id = ${its("user_id")} and s.erased_at is null
    and s.${sql.ref(flag)} and ${same(because, "stopped_because")}`),
  shows: async (_, { payload }) => ({
    facts: [
      { label: "Stopped because", value: payload.stopped_because ?? "No reason was given" },
      { label: "What follows", value: follows },
    ],
  }),
  async execute(tx, context, { payload: { user_id, stopped_because, reason }, maker_id }) {
    if (user_id === context.session.user_id || user_id === maker_id)
      throw new NotAllowed("Nobody decides about themselves.", "own_case");
    const now = await findRow(tx, "users", user_id, [...COLUMNS, "erased_at"], { lock: true });
    if (!now || now.erased_at) throw new Conflict("This person is no longer there.", "gone");
    if (!now[flag]) throw new Conflict("It was lifted in the meantime.", "already_decided");
    if (now[because] !== stopped_because)
      throw new Conflict("This person was stopped for another reason since this was asked for.", "stopped_anew");
    await changeRows(tx, "users", user_id, { [flag]: false, [because]: null, version: sql`version + 1` });
    const change = { before: { [flag]: true }, after: { [flag]: false }, reason };
    await recordAudit(tx, context, audit, ["user", user_id], change);
    return undefined;
  },
});
