import * as calls from "@manilla/contract/companies/credit-lines";
import { lineDeclineWords } from "@manilla/contract/companies/line-application-states";
import { naira } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { openLineAccounts, postLineGranted } from "../../money/books/index.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { abilitiesIn, actionsOn, businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { rolesWith } from "../../../house/roles.ts";
import { requireBegun } from "../approval-chains/index.ts";
import { ownCompany } from "../wallet-movements/index.ts";
import { tellSignatories } from "./approvals.ts";
import { assignCredit, draw, fundCredit } from "./moving.ts";
import * as messages from "./messages.ts";
import {
  type Application,
  findApplication,
  knownOf,
  lastApplication,
  lineOf,
  listAll,
  lockApplication,
  shown,
  signatoriesOf,
} from "./queries.ts";
import { lineRules } from "./rules.ts";

/** The row of the provider's list. */
const rowOf = (context: Context, found: Application) => {
  const { id, company_id, company, status, amount_kobo, offered_kobo, monthly_turnover_kobo, is_waiting, created_at } =
    found;
  const abilities = abilitiesIn(context, calls, lineRules)(found);
  return {
    id,
    company_id,
    company,
    status,
    amount_kobo,
    offered_kobo,
    monthly_turnover_kobo,
    is_waiting,
    created_at,
    abilities,
  };
};

const act = actionsOn({
  calls,
  rules: lineRules,
  noun: "lineApplication",
  name: "application",
  id: ({ params, body }) => params.id ?? (body as { application_id: string }).application_id,
  audits: ({ company_id }: Application) => ({ subject_type: "company", subject_id: company_id }),
  lock: lockApplication,
  answer: async (tx, context, id) => ({ application: shown(context, await findApplication(tx, id)) }),
});

/** The two who sign: different people of the company who may. @throws InvalidFields */
async function requireSignatories(tx: Tx, company_id: string, first: string, second: string): Promise<void> {
  if (first === second) throw new InvalidFields({ second_signatory_id: ["choose somebody else"] });
  const may = new Set((await signatoriesOf(tx, company_id)).map(({ id }) => id));
  const wrong = Object.entries({ first_signatory_id: first, second_signatory_id: second }).filter(
    ([, id]) => !may.has(id),
  );
  if (wrong.length > 0)
    throw new InvalidFields(
      Object.fromEntries(wrong.map(([field]) => [field, ["choose one of those who may sign for the company"]])),
    );
}

/** The second signature grants the line; what was granted before is raised or lowered to it. */
async function grant(tx: Tx, context: Context, application: Application): Promise<void> {
  const { id, company_id, offered_kobo, annual_rate_percent } = application;
  const before = await lineOf(tx, company_id, true);
  const limit_kobo = offered_kobo!;
  await openLineAccounts(tx, company_id);
  const amount_kobo = limit_kobo - (before?.limit_kobo ?? 0n);
  const on = await businessDate(tx);
  if (amount_kobo !== 0n) await postLineGranted(tx, { id, company_id, amount_kobo, on, actor: actorOf(context).name });
  const line = { company_id, application_id: id, limit_kobo, annual_rate_percent: annual_rate_percent! };
  await tx
    .insertInto("credit_lines")
    .values({ ...line, granted_at: clock.now() })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ ...line, granted_at: clock.now() }))
    .execute();
  await changeState(tx, { noun: "lineApplication", id, from: "offered", action: "grant", actor: actorOf(context) });
  await tellSignatories(tx, context, company_id, messages.granted(id, limit_kobo));
}

export const handlers: Handlers<typeof calls> = {
  async findOwn(context) {
    const { db, session } = context;
    const company_id = session.company_id ?? "";
    const application = await lastApplication(db, company_id);
    return {
      line: (await lineOf(db, company_id)) ?? null,
      application: application ? shown(context, application) : null,
      may_sign: await signatoriesOf(db, company_id),
    };
  },

  request: (context, { body }) =>
    context.once(async (tx) => {
      const { user_id } = context.session;
      const company = await ownCompany(tx, context);
      // One application at a time, also of two who ask at once.
      await tx.selectFrom("companies").select("id").where("id", "=", company.id).forUpdate().execute();
      const last = await lastApplication(tx, company.id);
      if (last && ["requested", "offered"].includes(last.status))
        throw new Conflict(
          "An application of your company is open. It is decided, or withdrawn, first.",
          "already_requested",
        );
      // A draft that was not sent is written over.
      const id = last?.status === "draft" ? last.id : uuidv7();
      const typed = { ...body, purpose: body.purpose.trim(), requested_by: user_id };
      if (last?.status === "draft") await changeRows(tx, "line_applications", id, typed);
      else {
        await tx
          .insertInto("line_applications")
          .values({ id, company_id: company.id, ...typed, created_at: clock.now() })
          .execute();
        await recordBeginning(tx, "lineApplication", id, "draft", actorOf(context));
      }
      return { application: shown(context, await findApplication(tx, id)) };
    }),

  submit: act(calls.submit, {
    audit: "line_application_sent",
    async does(tx, _, { id, company_id, company, amount_kobo }, { body }) {
      const { first_signatory_id, second_signatory_id } = body;
      await requireSignatories(tx, company_id, first_signatory_id, second_signatory_id);
      await tx.deleteFrom("line_signatures").where("application_id", "=", id).execute();
      await tx
        .insertInto("line_signatures")
        .values([first_signatory_id, second_signatory_id].map((user_id) => ({ application_id: id, user_id })))
        .execute();
      const roles = await rolesWith(tx, "provider:can_apply_for_credit");
      await notifyRoles(tx, roles, messages.requested(company, amount_kobo, id));
    },
  }),

  sign: act(calls.sign, {
    audit: "line_signed",
    async does(tx, context, application) {
      const { id, unsigned_ids } = application;
      const { user_id } = context.session;
      await requireBegun(tx, context, "sign");
      await changeRows(
        tx,
        "line_signatures",
        { application_id: id, user_id },
        { signed_at: clock.now(), network_address: context.network_address },
      );
      if (unsigned_ids.every((each) => each === user_id)) await grant(tx, context, application);
    },
  }),
  withdraw: act(calls.withdraw, { audit: "line_application_withdrawn" }),
  assignCredit,
  draw,
  fundCredit,

  listAll,
  async find(context, { params }) {
    const found = await findApplication(context.db, params.id);
    if (found.status === "draft") throw new NotFound("This application");
    const { purpose, annual_rate_percent, offer_expires_on, declined_because, signatories, version } = found;
    return {
      ...rowOf(context, found),
      purpose,
      annual_rate_percent,
      offer_expires_on,
      declined_because,
      signatories,
      version,
      known: await knownOf(context.db, found.company_id),
      line: (await lineOf(context.db, found.company_id)) ?? null,
    };
  },
  offer: act(calls.offer, {
    async does(tx, context, { id, company_id, company, amount_kobo }, { body }) {
      const { offered_kobo, annual_rate_percent, reason } = body;
      if (offered_kobo > amount_kobo)
        throw new InvalidFields({ offered_kobo: [`at most what was asked for, ${naira(amount_kobo)}`] });
      if (Number(annual_rate_percent) > 100) throw new InvalidFields({ annual_rate_percent: ["at most 100"] });
      const approval_id = await requestApproval(tx, context, {
        kind: "offer_line",
        title: `Offer ${company} a line of ${naira(offered_kobo)}`,
        payload: { application_id: id, company_id, offered_kobo: String(offered_kobo), annual_rate_percent },
        amount_kobo: offered_kobo,
        reason,
        once: ["application_id"],
      });
      return { answer: { approval_id } };
    },
  }),
  decline: act(calls.decline, {
    audit: "line_declined",
    async does(tx, context, { id, company_id }, { body: { because, note } }) {
      await changeRows(tx, "line_applications", id, { declined_because: lineDeclineWords[because] });
      await tellSignatories(tx, context, company_id, messages.declined(id, because));
      return {
        reason: [lineDeclineWords[because], note].filter(Boolean).join(". "),
        answer: { application: rowOf(context, await findApplication(tx, id)) },
      };
    },
  }),

  lower: (context, { params, body: { limit_kobo, reason } }) =>
    context.once(async (tx) => {
      const company = await findRow(tx, "companies", params.id, ["id", "name"]);
      const line = company && (await lineOf(tx, company.id));
      if (!company || !line) throw new NotFound("This line");
      if (limit_kobo >= line.limit_kobo)
        throw new InvalidFields({ limit_kobo: [`less than ${naira(line.limit_kobo)}`] });
      const used = line.limit_kobo - line.available_kobo;
      if (limit_kobo < used) throw new InvalidFields({ limit_kobo: [`${naira(used)} is drawn or given to employees`] });
      const approval_id = await requestApproval(tx, context, {
        kind: "lower_line",
        title: `Lower the line of ${company.name} to ${naira(limit_kobo)}`,
        payload: { company_id: company.id, limit_kobo: String(limit_kobo), reason },
        amount_kobo: line.limit_kobo - limit_kobo,
        reason,
        once: ["company_id"],
      });
      return { approval_id };
    }),
};
