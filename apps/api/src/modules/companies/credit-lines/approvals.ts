/** What two of the provider's people decide about lines: an offer, and that a line is lowered. */
import { addDays } from "@manilla/credit";
import { naira, percent } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { InsufficientFunds, postLineGranted } from "../../money/books/index.ts";
import { its, unless, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { type Message, tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { findApplication, knownOf, lineOf, lockApplication, signatoriesOf } from "./queries.ts";

/** Tells those of the company who may apply for credit. */
export async function tellSignatories(
  tx: Tx,
  context: Parameters<typeof tell>[1],
  company_id: string,
  message: Message,
) {
  for (const { id } of await signatoriesOf(tx, company_id)) await tell(tx, context, id, message);
}

/** Nobody decides about their own company. */
const bars = ({ company_id }: { company_id: string | null }) =>
  sql<boolean>`a.payload ->> 'company_id' = ${company_id}`;
const requireOther = ({ session }: Context, company_id: string): void => {
  if (session.company_id === company_id) throw new NotAllowed("Nobody decides about their own company.", "own_company");
};

interface Offer {
  application_id: string;
  company_id: string;
  offered_kobo: string;
  annual_rate_percent: string;
}

export const offerLine: ApprovalKind<Offer> = {
  permission: "provider:can_apply_for_credit",
  over: unlessIn("line_applications", "application_id", ["requested"]),
  bars,
  async shows({ db }, { payload }) {
    const { company, amount_kobo, purpose, monthly_turnover_kobo } = await findApplication(db, payload.application_id);
    const known = await knownOf(db, payload.company_id);
    return {
      facts: [
        { label: "Company", value: company },
        {
          label: "Offered",
          value: `${naira(BigInt(payload.offered_kobo))} at ${percent(payload.annual_rate_percent)} a year`,
        },
        { label: "Asked for", value: `${naira(amount_kobo)}: ${purpose}` },
        { label: "Sells in a month, it says", value: naira(monthly_turnover_kobo) },
        { label: "Comes into its wallet in a month", value: naira(known.monthly_average_kobo) },
        { label: "Owed by its people", value: `${naira(known.people_owe_kobo)}, ${known.people_late} loans late` },
      ],
    };
  },
  async execute(tx, context, { payload }) {
    requireOther(context, payload.company_id);
    const { id, status } = (await lockApplication(tx, context, payload.application_id)) ?? { id: "", status: "gone" };
    if (status !== "requested") throw new Conflict("The application is in another state by now.", "already_decided");
    const offer_expires_on = addDays(await businessDate(tx), await readSetting(tx, "line_offer_days"));
    const { annual_rate_percent } = payload;
    const offered_kobo = BigInt(payload.offered_kobo);
    await changeState(tx, { noun: "lineApplication", id, from: status, action: "offer", actor: actorOf(context) });
    await changeRows(tx, "line_applications", id, { offered_kobo, annual_rate_percent, offer_expires_on });
    await recordAudit(tx, context, "line_offered", ["company", payload.company_id], {
      after: { offered_kobo, annual_rate_percent, offer_expires_on },
    });
    const message = messages.offered(id, { offered_kobo, annual_rate_percent, offer_expires_on });
    await tellSignatories(tx, context, payload.company_id, message);
    return undefined;
  },
};

interface Lowering {
  company_id: string;
  limit_kobo: string;
  reason: string;
}

export const lowerLine: ApprovalKind<Lowering> = {
  permission: "provider:can_apply_for_credit",
  over: unless(sql`credit_lines l
    where l.company_id = ${its("company_id")} and l.limit_kobo > (a.payload ->> 'limit_kobo')::bigint`),
  bars,
  async shows({ db }, { payload }) {
    const { name } = await getRow(db, "companies", payload.company_id, ["name"]);
    const line = await lineOf(db, payload.company_id);
    return {
      facts: [
        { label: "Company", value: name },
        { label: "Line", value: `${naira(line?.limit_kobo ?? 0n)}, then ${naira(BigInt(payload.limit_kobo))}` },
        { label: "Drawn", value: naira(line?.drawn_kobo ?? 0n) },
        { label: "Given to employees", value: naira(line?.assigned_kobo ?? 0n) },
      ],
    };
  },
  async execute(tx, context, { payload }) {
    const { company_id, reason } = payload;
    requireOther(context, company_id);
    const line = await lineOf(tx, company_id, true);
    const limit_kobo = BigInt(payload.limit_kobo);
    if (!line || limit_kobo >= line.limit_kobo) throw new Conflict("The line is as low by now.", "already_decided");
    const id = uuidv7();
    try {
      await postLineGranted(tx, {
        id,
        company_id,
        amount_kobo: limit_kobo - line.limit_kobo,
        on: await businessDate(tx),
        actor: actorOf(context).name,
      });
    } catch (error) {
      if (!(error instanceof InsufficientFunds)) throw error;
      throw new Conflict("More than that is drawn, or given to employees.", "line_used");
    }
    await changeRows(tx, "credit_lines", { company_id }, { limit_kobo });
    await recordAudit(tx, context, "line_lowered", ["company", company_id], {
      before: { limit_kobo: line.limit_kobo },
      after: { limit_kobo },
      reason,
    });
    await tellSignatories(tx, context, company_id, messages.lowered(id, limit_kobo, reason));
    return undefined;
  },
};
