/** What one of a company's people may do beyond, or less than, their roles (C016): by the company's own administrator, or by two of the provider's. */
import { createHash } from "node:crypto";
import type * as calls from "@manilla/contract/platform/access";
import { fullName } from "@manilla/contract/formats";
import type { z } from "zod";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { requestApproval, rightsChanged } from "../approvals/index.ts";
import { recordAudit } from "../audit/index.ts";
import { factsOfPermissions } from "./permission-facts.ts";

type Body = z.output<typeof calls.updateCompanyUser.body>;
type Asked = Omit<Body, "reason">;
interface Payload extends Asked {
  digest: string;
}

type Kept = { permission: string; is_granted: boolean };
/** Sorted here: the database's order of letters may be another. */
const kept = async (db: Database | Tx, user_id: string): Promise<Kept[]> =>
  (
    await db
      .selectFrom("user_permissions")
      .select(["permission", "is_granted"])
      .where("user_id", "=", user_id)
      .execute()
  ).toSorted((left, right) => (left.permission < right.permission ? -1 : 1));
/** Beyond, and less than, their roles. */
export type Single = Pick<Body, "granted" | "withheld">;
const singleFrom = (rows: readonly Kept[]): Single => {
  const of = (wanted: boolean) =>
    rows.filter(({ is_granted }) => is_granted === wanted).map(({ permission }) => permission);
  return { granted: of(true), withheld: of(false) };
};
/** What somebody has of single permissions now. */
export const singleOf = async (db: Database | Tx, user_id: string): Promise<Single> =>
  singleFrom(await kept(db, user_id));

/** Of what they may now, in which company. */
export const digestOf = async (
  tx: Tx,
  { id, company_id }: { id: string; company_id: string | null },
): Promise<string> =>
  createHash("sha256")
    .update(JSON.stringify([company_id, await kept(tx, id)]))
    .digest("hex");

/**
 * What somebody would have then; what may not be handed on stays as it is, and what is given wins.
 * @param mayHandOn whether a permission is the caller's to grant and to withhold
 */
export async function singleAfter(
  tx: Tx,
  { user_id, granted, withheld }: Asked,
  mayHandOn: (slug: string) => boolean,
): Promise<Single> {
  const asked = new Map([
    ...withheld.map((slug) => [slug, false] as const),
    ...granted.map((slug) => [slug, true] as const),
  ]);
  return singleFrom([
    ...(await kept(tx, user_id)).filter(({ permission }) => !mayHandOn(permission)),
    ...[...asked].flatMap(([permission, is_granted]) => (mayHandOn(permission) ? [{ permission, is_granted }] : [])),
  ]);
}

/** They have exactly these, and it is recorded. */
export async function giveSingle(tx: Tx, context: Context, user_id: string, { granted, withheld }: Single) {
  const before = await kept(tx, user_id);
  const rows = [
    ...granted.map((permission) => ({ permission, is_granted: true })),
    ...withheld.map((permission) => ({ permission, is_granted: false })),
  ];
  await tx.deleteFrom("user_permissions").where("user_id", "=", user_id).execute();
  const changed_by = context.session.user_id;
  if (rows.length > 0)
    await tx
      .insertInto("user_permissions")
      .values(rows.map((row) => ({ ...row, user_id, changed_by })))
      .execute();
  await recordAudit(tx, context, "permissions_changed", ["user", user_id], {
    before: { permissions: before },
    after: { permissions: rows },
  });
}

/** The provider's half: the company's own administrator answers for the company, one of the provider's for nobody. */
export async function askForPermissionsOf(
  tx: Tx,
  context: Context,
  person: { id: string; company_id: string | null; name: string; last_name: string },
  { reason, ...asked }: Body,
): Promise<string> {
  return requestApproval(tx, context, {
    kind: "change_company_permissions",
    title: `What ${fullName(person)} may do for their company`,
    payload: { ...asked, digest: await digestOf(tx, person) },
    ...(reason && { reason }),
  });
}

/** Other permissions for one of a company's people, once a second person has agreed. */
export const changeCompanyPermissions: ApprovalKind<Payload> = {
  permission: "provider:can_modify_permissions",
  over: rightsChanged,
  async shows({ db }, { payload }) {
    const { user_id, granted, withheld } = payload;
    const before = await singleOf(db, user_id);
    return {
      facts: [
        ...factsOfPermissions(before.granted, granted, "Granted beyond the role"),
        ...factsOfPermissions([], withheld, "Withheld from the role"),
      ],
    };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { digest, ...asked } = payload;
    const person = await findRow(tx, "users", asked.user_id, ["id", "company_id"], { lock: true });
    if (!person?.company_id) throw new NotFound("This person");
    if (digest !== (await digestOf(tx, person)))
      throw new Conflict(
        "These permissions have been changed since. Request it again, from what they are now.",
        "roles_changed",
      );
    const { user_id } = asked;
    const { company_id } = person;
    const single = await singleAfter(tx, asked, (slug) => slug.startsWith("company:"));
    await context.house.company_admins.watch(tx, { company_id, user_id }, maker_id, () =>
      giveSingle(tx, context, user_id, single),
    );
    return undefined;
  },
};
