import * as calls from "@manilla/contract/companies/invitations";
import { roleName } from "@manilla/contract/role-names";
import { fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import type { Handlers } from "../../../house/app.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { recordActivity } from "../../people/people/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { hashOfLink } from "../../platform/session/index.ts";
import { accepted } from "../team/index.ts";

type Invitation = z.output<typeof calls.listOwn.response>["invitations"][number];

export const handlers: Handlers<typeof calls> = {
  async listOwn({ db, session }) {
    const { rows } = await sql<Invitation>`select * from invitations_of(${session.user_id})`.execute(db);
    const { rows: employer } = await sql<{ name: string | null }>`
      select company_name(${session.company_id}) as name
    `.execute(db);
    return {
      invitations: rows.map((row) => ({ ...row, roles: row.roles.map(roleName) })),
      employer: session.company_id ? (employer[0]?.name ?? null) : null,
    };
  },
  accept: (context, { params: { id }, body: { letter } }) =>
    context.once(async (tx) => {
      const { session } = context;
      const { rows: own } = await sql`select 1 from invitations_of(${session.user_id}) where id = ${id}`.execute(tx);
      if (own.length === 0) throw new NotFound("This invitation");
      if (session.company_id)
        throw new Conflict("You work for a company already. Leave it first, then accept.", "has_company");
      const { rows } = await sql<{ company_id: string; invited_by: string | null }>`
        select * from accept_invitation(${id}, ${session.user_id}, ${hashOfLink(letter)})
      `.execute(tx);
      const [joined] = rows;
      // That somebody registered with an address does not prove that its letters reach them.
      if (!joined)
        throw new Conflict("Open this page by the link in this company's letter, then accept.", "letter_first");
      const { company_id, invited_by } = joined;
      await recordAudit(tx, context, "employment_invitation_accepted", ["user", session.user_id], {
        after: { company_id },
      });
      await recordActivity(tx, { type: "staff_created", creator_id: session.user_id, target_id: session.user_id });
      if (invited_by) await note(tx, invited_by, accepted({ id: session.user_id, name: fullName(session) }));
      return { company_id };
    }),
  decline: (context, { params: { id } }) =>
    context.once(async (tx) => {
      const { session } = context;
      const { rows } = await sql<{ done: boolean }>`
        select decline_invitation(${id}, ${session.user_id}) as done
      `.execute(tx);
      if (!rows[0]?.done) throw new NotFound("This invitation");
      await recordAudit(tx, context, "employment_invitation_declined", ["user", session.user_id], {});
      return { declined: true as const };
    }),
};
