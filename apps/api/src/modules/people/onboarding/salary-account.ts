/** The account that the salary is paid into, confirmed by its name. */
import { fullName } from "@manilla/contract/formats";
import type { Tx } from "../../../db/database.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { isSameName } from "../people/profiles/index.ts";

/** Compares the account's name with the verified BVN's: equal names need no review, others are decided by staff (C050, C051). */
export async function confirmSalaryAccount(tx: Tx, user_id: string): Promise<void> {
  const row = await tx
    .selectFrom("profiles")
    .innerJoin("users", "users.id", "profiles.user_id")
    .select([
      "users.name",
      "users.last_name",
      "users.bvn_verified_at",
      "profiles.account_name",
      "profiles.bank_account_status",
    ])
    .where("users.id", "=", user_id)
    .executeTakeFirstOrThrow();
  if (
    row.bank_account_status !== "pending" ||
    !row.bvn_verified_at ||
    !row.account_name ||
    !isSameName(fullName(row), row.account_name)
  )
    return;
  await tx.updateTable("profiles").set({ bank_account_status: "verified" }).where("user_id", "=", user_id).execute();
  await recordAudit(tx, SYSTEM, "bank_account_verified", ["user", user_id], {
    before: { bank_account_status: "pending" },
    after: { bank_account_status: "verified" },
    reason: "The bank's name for the account is the name of the BVN.",
  });
}
