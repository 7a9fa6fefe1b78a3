/** What two people decide about a company: that it is suspended, and that it is let back. */
import { counted, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import { unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { type Message, tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { consequencesOf } from "./consequences.ts";
import * as messages from "./messages.ts";
import { type Company, lockCompany, ownersOf, readCompany } from "./queries.ts";

interface Asked {
  company_id: string;
}

/** What follows, first: the checker reads it before deciding. */
const shows =
  (follows: (context: Context, company: Company) => Promise<readonly string[]>): ApprovalKind<Asked>["shows"] =>
  async (context, { payload }) => {
    const company = await readCompany(context.db, payload.company_id);
    if (!company) return {};
    const [first = "", ...rest] = await follows(context, company);
    return {
      facts: [
        { label: "What follows", value: first },
        ...rest.map((value) => ({ label: "And", value })),
        { label: "Company", value: [company.name, company.rc_number].filter(Boolean).join(", ") },
        { label: "Administrators", value: counted(company.administrator_ids.length, "person", "people") },
        { label: "People", value: counted(company.staff, "person", "people") },
        { label: "Owed by its people", value: naira(company.outstanding_kobo) },
        ...(company.unique_plan ? [{ label: "Plan", value: company.unique_plan }] : []),
      ],
    };
  };

/** Tells those who own it. */
export async function tellOwners(tx: Tx, context: Context, company: Company, message: Message): Promise<void> {
  for (const owner of await ownersOf(tx, company.id)) await tell(tx, context, owner.id, message);
}

const changes = (
  action: "deactivate" | "reactivate",
  from: string,
  audit: string,
  message: (company: Company) => Message,
  follows: Parameters<typeof shows>[0],
): ApprovalKind<Asked> => ({
  permission: "provider:can_update_companies",
  over: unlessIn("companies", "company_id", [from]),
  bars: ({ company_id }) => sql`a.payload ->> 'company_id' = ${company_id}`,
  shows: shows(follows),
  async execute(tx, context, { payload }) {
    const company = await lockCompany(tx, context, payload.company_id);
    if (!company || company.status !== from)
      throw new Conflict("The company is in another state by now.", "already_decided");
    if (company.id === context.session.company_id)
      throw new NotAllowed("Nobody decides about their own company.", "own_company");
    const status = await changeState(tx, { noun: "company", id: company.id, from, action, actor: actorOf(context) });
    if (action === "deactivate")
      await sql`delete from sessions where user_id = any(${company.administrator_ids}::uuid[])`.execute(tx);
    for (const { suspended } of context.house.companies)
      await suspended?.(tx, context, company.id, action === "deactivate");
    await recordAudit(tx, context, audit, ["company", company.id], { before: { status: from }, after: { status } });
    await tellOwners(tx, context, company, message(company));
    return undefined;
  },
});

export const suspendCompany = changes(
  "deactivate",
  "approved",
  "company_suspended",
  messages.suspended,
  consequencesOf,
);
export const letBackCompany = changes("reactivate", "deactivated", "company_let_back", messages.letBackIn, async () => [
  "Its administrators can act again, and its people borrow through it.",
]);
