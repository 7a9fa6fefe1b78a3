/** What two people decide about a company: that it is suspended, and that it is let back. */
import { counted, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { type Message, tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { type Company, lockCompany, ownersOf, readCompany } from "./queries.ts";

interface Asked {
  company_id: string;
}

/** What follows, first: the checker reads it before deciding. */
const shows =
  (follows: string): ApprovalKind<Asked>["shows"] =>
  async ({ db }, { payload }) => {
    const company = await readCompany(db, payload.company_id);
    if (!company) return {};
    const { rows } = await sql<{ running: number; requested: number }>`
    select (count(*) filter (where status in ('running', 'past_due')))::int as running,
      (count(*) filter (where status in ('requested', 'pre_approved', 'approved', 'offered')))::int as requested
    from loans
    where company_id = ${company.id}
  `.execute(db);
    const loans = rows[0]!;
    return {
      facts: [
        { label: "What follows", value: follows },
        { label: "Company", value: [company.name, company.rc_number].filter(Boolean).join(", ") },
        { label: "Administrators", value: counted(company.administrator_ids.length, "person", "people") },
        { label: "People", value: counted(company.staff, "person", "people") },
        { label: "Running loans", value: `${counted(loans.running, "loan")}, ${naira(company.outstanding_kobo)} owed` },
        { label: "Open loan requests", value: counted(loans.requested, "request") },
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
  follows: string,
): ApprovalKind<Asked> => ({
  permission: "provider:can_update_companies",
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
  "Its administrators are signed out and from then on only read. Its people keep their accounts, pay as before, and borrow no more through it.",
);
export const letBackCompany = changes(
  "reactivate",
  "deactivated",
  "company_let_back",
  messages.letBackIn,
  "Its administrators can act again, and its people borrow through it.",
);
