import { sql } from "kysely";
import type { ApprovalKind } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { Conflict, DomainError } from "../../../errors.ts";
import { its, unless } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { refreshCase } from "./profiles/index.ts";
import { findRow } from "../../../db/row.ts";

interface Payload {
  user_id: string;
  kind: "bvn" | "nin";
  is_bypassed: boolean;
}

/** A BVN or NIN that counts without verification (or no longer does), once a second person has agreed. */
export const bypassIdentity: ApprovalKind<Payload> = {
  permission: "provider:can_edit_bypass",
  over: unless(sql`users u where u.id = ${its("user_id")} and u.erased_at is null
    and case a.payload ->> 'kind' when 'bvn' then u.bvn_verified_at else u.nin_verified_at end is null`),
  async execute(tx, context, { payload, maker_id }) {
    const { user_id, kind, is_bypassed } = payload;
    if (user_id === context.session.user_id || user_id === maker_id)
      throw new DomainError(403, "own_bypass", "Nobody decides about themselves.");
    const person = await findRow(tx, "users", user_id, ["bvn_verified_at", "nin_verified_at"], { lock: true });
    if (!person) throw new DomainError(409, "gone", "This person is no longer there.");
    if (kind === "bvn" ? person.bvn_verified_at : person.nin_verified_at)
      throw new Conflict("It was verified in the meantime.", "already_verified");
    const at = is_bypassed ? clock.now() : null;
    await tx
      .updateTable("users")
      .set(kind === "bvn" ? { bvn_bypassed_at: at } : { nin_bypassed_at: at })
      .where("id", "=", user_id)
      .execute();
    // The number that the person gave last counts now; without one there is nothing that a bypass could let count.
    if (is_bypassed) {
      const given = await tx
        .selectFrom("identity_verifications")
        .select(["number_encrypted", "number_hash", "number_last4"])
        .where("user_id", "=", user_id)
        .where("kind", "=", kind)
        .orderBy("created_at", "desc")
        .executeTakeFirst();
      const { number_encrypted, number_hash, number_last4 } = given ?? {
        number_encrypted: null,
        number_hash: null,
        number_last4: null,
      };
      const columns =
        kind === "bvn"
          ? { bvn_encrypted: number_encrypted, bvn_hash: number_hash, bvn_last4: number_last4 }
          : { nin_encrypted: number_encrypted, nin_hash: number_hash, nin_last4: number_last4 };
      if (given)
        await tx
          .updateTable("profiles")
          .set({ ...columns, verify_method: "bypass" })
          .where("user_id", "=", user_id)
          .where(kind === "bvn" ? "bvn_hash" : "nin_hash", "is", null)
          .execute();
    }
    await recordAudit(tx, context, `${kind}_${is_bypassed ? "bypassed" : "bypass_removed"}`, ["user", user_id], {
      after: { is_bypassed },
    });
    await refreshCase(tx, user_id);
    return undefined;
  },
};
