/** What a company sees of one of its people (R045). */
import type * as calls from "@manilla/contract/companies/companies";
import { roles } from "@manilla/contract/roles";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { NotFound } from "../../../errors.ts";

type Employee = z.output<typeof calls.findEmployee.response>["employee"];

/** @throws NotFound for everybody who is not of the caller's company: the two are not told apart */
export async function findEmployee({ db, session }: Context, id: string): Promise<{ employee: Employee }> {
  const person = session.company_id
    ? await db
        .selectFrom("users")
        .leftJoin("profiles", "profiles.user_id", "users.id")
        .select([
          "users.id",
          "users.name",
          "users.last_name",
          "users.email",
          "users.phone",
          "users.status",
          "users.created_at",
          "profiles.employer",
          "profiles.position",
        ])
        .where("users.id", "=", id)
        .where("users.company_id", "=", session.company_id)
        .where("users.erased_at", "is", null)
        .executeTakeFirst()
    : undefined;
  if (!person) throw new NotFound("This person");
  const held = await db.selectFrom("user_roles").select("role").where("user_id", "=", id).orderBy("role").execute();
  const mayLoans = session.permissions.has("company:can_view_loans");
  const loans = mayLoans
    ? await db
        .selectFrom("loans")
        .select(["id", "reference", "status", "principal_kobo", "outstanding_principal_kobo", "created_at"])
        .where("user_id", "=", id)
        .where("company_id", "=", session.company_id)
        .orderBy("created_at", "desc")
        .limit(50)
        .execute()
    : null;
  return {
    employee: {
      ...person,
      loans,
      roles: held.map(({ role }) => ({
        slug: role,
        name: role in roles ? roles[role as keyof typeof roles].name : role,
      })),
    },
  };
}
