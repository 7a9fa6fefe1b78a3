/** A person's bank account is theirs, or not. */
import { fullName, sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import { its, requestApproval, unless } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { type PersonFacts, lockCase } from "./profiles/index.ts";

/** What a second person is shown, and what must still be so when they agree. */
const factsOf = ({ id, profile, ...person }: PersonFacts) => ({
  user_id: id,
  person: fullName(person),
  account_name: profile.account_name,
  account_no: masked(profile.account_no_last4),
  bank_name: profile.bank_name,
  account_changed_at: profile.bank_account_changed_at?.toISOString() ?? null,
});

/** Keeps the decision about an account, with its audit record. */
export async function markAccount(
  tx: Tx,
  context: Context,
  { id, profile }: PersonFacts,
  to: "verified" | "refuted",
  reason?: string,
): Promise<void> {
  await tx
    .updateTable("profiles")
    .set(({ eb }) => ({ bank_account_status: to, version: eb("version", "+", 1) }))
    .where("user_id", "=", id)
    .execute();
  await recordAudit(tx, context, `bank_account_${to}`, ["user", id], {
    before: { bank_account_status: profile.bank_account_status },
    after: { bank_account_status: to },
    reason,
  });
}

/** The bank's name for the account is not the person's: somebody else looks at it too. */
export const askForAccount = (tx: Tx, context: Context, person: PersonFacts, reason?: string): Promise<string> =>
  requestApproval(tx, context, {
    kind: "verify_bank_account",
    title: `Verify the account of ${fullName(person)}, which the bank calls ${person.profile.account_name ?? "by no name"}`,
    payload: factsOf(person),
    before: { bank_account_status: person.profile.bank_account_status },
    ...(reason && { reason }),
  });

export const verifyBankAccount: ApprovalKind<ReturnType<typeof factsOf>> = {
  permission: "provider:can_verify_bank_accounts",
  over: unless(sql`profiles p where p.user_id = ${its("user_id")}
    and p.bank_account_status not in ('verified', 'refuted')
    and coalesce(p.bank_account_changed_at, a.created_at) <= a.created_at`),
  bars: ({ user_id }) => sql`
    exists (
      select 1
      from profiles p
      where p.user_id = (a.payload ->> 'user_id')::uuid and p.account_typed_by = ${user_id}
    )
  `,
  shows: async (_, { payload }) => ({
    facts: [
      { label: "The bank's name", value: payload.account_name ?? "None" },
      { label: "Account", value: [payload.account_no, payload.bank_name].filter(Boolean).join(", ") },
      { label: "What follows", value: "The account counts as theirs: loans and refunds may be paid to it." },
    ],
  }),
  async measures(tx, _, { payload }) {
    const { bank_account_status } = await getRow(tx, "profiles", { user_id: payload.user_id }, ["bank_account_status"]);
    return [{ label: "Status of the account", value: sentence(bank_account_status) }];
  },
  async execute(tx, context, { payload }) {
    const row = await lockCase(tx, payload.user_id);
    const now: Record<string, unknown> = factsOf(row.person);
    if (
      ["verified", "refuted"].includes(row.bank_account_status) ||
      Object.entries(payload).some(([name, value]) => now[name] !== value)
    )
      throw new Conflict("The account has changed since this was asked for.", "account_changed");
    await markAccount(tx, context, row.person, "verified", "A second person agreed: the names differ.");
    return undefined;
  },
};
