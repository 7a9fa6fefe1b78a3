import * as calls from "@manilla/contract/companies/admissions";
import { declineWords } from "@manilla/contract/companies/decline-reasons";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { countedOnce } from "../../../db/counted-once.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { normalPhone, splitName } from "../../people/people/index.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { write } from "../../platform/notifications/index.ts";
import { INVITED_DAYS, invitationLink } from "../../platform/session/index.ts";
import { abilitiesIn, actionsOn, recordBeginning } from "../../platform/states/index.ts";
import { tellOwners } from "./approvals.ts";
import { consequencesOf } from "./consequences.ts";
import { askRegister, keepAnswer } from "./look-up.ts";
import * as messages from "./messages.ts";
import { type Company, detailsOf, listAll, lockCompany, ownersOf, readCompany, requests } from "./queries.ts";
import { companyRules } from "./rules.ts";
import { timelineOf } from "../../../house/timelines.ts";
import { companyStatistics } from "./statistics.ts";

const statistics = countedOnce<Awaited<ReturnType<typeof companyStatistics>>>();

async function companyOf(db: Tx | Context["db"], context: Context, id: string) {
  const company = await readCompany(db, id);
  if (!company) throw new NotFound("This company");
  return { ...company, abilities: abilitiesIn(context, calls, companyRules)(company) };
}

const act = actionsOn({
  calls,
  rules: companyRules,
  noun: "company",
  name: "company",
  lock: lockCompany,
  answer: async (tx, context, id) => ({ company: await companyOf(tx, context, id) }),
});

/** Leaves the company as it is and asks a second person. */
const ask =
  (kind: string, title: string) =>
  async (tx: Tx, context: Context, { id, name }: Company, { body }: { body: { reason: string } }) => ({
    answer: {
      approval_id: await requestApproval(tx, context, {
        kind,
        title: `${title} ${name}`,
        payload: { company_id: id },
        reason: body.reason,
        once: ["company_id"],
        beside: ["suspend_company", "let_back_company"],
      }),
    },
  });

/** Mails the owner a link with which a password is chosen, once; links sent before end. */
async function invite(tx: Tx, context: Context, company: { id: string; name: string }): Promise<void> {
  for (const owner of await ownersOf(tx, company.id)) {
    if (owner.has_joined) continue;
    const link = await invitationLink(tx, context, owner);
    const invited_until = new Date(clock.milliseconds() + INVITED_DAYS * 86_400_000);
    await changeRows(tx, "employments", { user_id: owner.id, company_id: company.id }, { invited_until });
    await write(tx, context, { mail: owner.email }, messages.invitation(company, owner, link));
  }
}

/** What is taken already, at its field. @throws InvalidFields */
function refuseTaken(error: { code?: string; constraint?: string }): never {
  if (error.code !== "23505") throw error;
  const field = { companies_rc_number_key: "rc_number", users_phone_key: "phone" }[error.constraint ?? ""] ?? "email";
  const words = field === "rc_number" ? "a company with this number is here" : "somebody has this already";
  throw new InvalidFields({ [field]: [words] });
}

export const handlers: Handlers<typeof calls> = {
  listAll,
  requests,
  statistics: (context) => statistics(context, companyStatistics),
  async find(context, { params }) {
    const company = await companyOf(context.db, context, params.id);
    return { ...company, ...(await detailsOf(context.db, company)) };
  },

  async timeline(context, { params, query }) {
    if (!(await findRow(context.db, "companies", params.id, ["id"]))) throw new NotFound("This company");
    return timelineOf(context, "company", params, query);
  },

  async suspending(context, { params }) {
    const company = await readCompany(context.db, params.id);
    if (!company) throw new NotFound("This company");
    return { consequences: await consequencesOf(context, company) };
  },

  create: (context, { body }) =>
    context
      .once(async (tx) => {
        const id = uuidv7();
        const phone = normalPhone(body.phone);
        const email = body.email.trim().toLowerCase();
        const row = { id, name: body.company_name.trim(), rc_number: body.rc_number.toUpperCase(), phone, email };
        const { user_id } = context.session;
        await tx
          .insertInto("companies")
          .values({ ...row, created_by: user_id, created_at: clock.now() })
          .execute();
        await context.house.person.create(tx, context, {
          ...splitName(body.name),
          email,
          phone,
          password_hash: null,
          change_password_at: null,
          roles: ["company_super_admin"],
          company_id: id,
          registration_source: "business",
          created_by: user_id,
        });
        await recordBeginning(tx, "company", id, "pending", actorOf(context));
        await recordAudit(tx, context, "company_created", ["company", id], { after: { name: row.name } });
        await invite(tx, context, row);
        return { company_id: id };
      })
      .catch(refuseTaken),

  async lookUp(context, input) {
    const answer = await askRegister(context, input.params.id);
    const keep = act(calls.lookUp, {
      audit: "company_looked_up",
      async does(tx, _, { id, register }) {
        if (answer) await keepAnswer(tx, id, answer);
        return { before: { register }, after: { register: answer?.found?.name ?? "unknown" } };
      },
    });
    return keep(context, input);
  },
  approve: act(calls.approve, {
    audit: "company_approved",
    does: (tx, context, company) => tellOwners(tx, context, company, messages.approved(company)),
  }),
  decline: act(calls.decline, {
    audit: "company_declined",
    async does(tx, context, company, { body: { because, note } }) {
      for (const { declined } of context.house.companies) await declined?.(tx, context, company.id);
      await tellOwners(tx, context, company, messages.declined(company, because));
      return { reason: [declineWords[because], note].filter(Boolean).join(". ") };
    },
  }),
  suspend: act(calls.suspend, { does: ask("suspend_company", "Suspend") }),
  letBack: act(calls.letBack, { does: ask("let_back_company", "Let back") }),
  inviteAgain: act(calls.inviteAgain, { audit: "company_owner_invited", does: invite }),
};
