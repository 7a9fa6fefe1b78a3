import * as calls from "@manilla/contract/people/onboarding";
import type { DocumentType } from "@manilla/contract/people/documents";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { checkFile } from "../../../files/documents.ts";
import { Conflict } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { keepDocument } from "../documents/index.ts";
import { completenessOfPerson, loadFacts, refreshCase } from "../people/profiles/index.ts";
import { saveFormTwo, saveProfile } from "./form-two.ts";
import {
  finishBvn,
  finishNin,
  finishWorkEmail,
  sendBvnCode,
  sendWorkEmailCode,
  startBvn,
  startNin,
} from "./identity.ts";
import { stateOf } from "./state.ts";
import {
  beginUssd,
  checkUssd,
  confirmMbs,
  fetchLinked,
  fetchMono,
  linkPage,
  monoPage,
  requestMbs,
  shareMobile,
} from "./statement-sources.ts";

/** Where a page outside sends the browser when nothing else was requested. */
const RETURN_TO = "/customer/settings/profile";

async function upload(context: Context, type: DocumentType, password: string | undefined) {
  const file = await checkFile(context.file, "document", password);
  await keepDocument(context, {
    user_id: context.session.user_id,
    type,
    source: "upload",
    file,
    actor: actorOf(context),
  });
  return stateOf(context);
}

/** Why there is no instant approval to ask for now. @throws Conflict */
async function requireInstant(tx: Database | Tx, user_id: string): Promise<void> {
  const person = await loadFacts(tx, user_id);
  if (person.profile.instant_approval_at)
    throw new Conflict("You have your instant approval already.", "already_marked");
  if (!completenessOfPerson(person).is_qualified_for_instant_approval)
    throw new Conflict("An instant approval needs your BVN, your date of birth and your salary.", "not_qualified");
  const minimum = BigInt(await readSetting(tx, "instant_approval_minimum_salary_kobo"));
  if ((person.profile.salary_kobo ?? 0n) < minimum)
    throw new Conflict(
      "Your application will be looked at by a colleague; there is no instant approval for this salary.",
      "not_qualified",
    );
}

/**
 * The active rules decide, and the record keeps why. Approved: a limit up to which a loan can be requested; never a loan. Referred: the mark, and a
 * colleague looks. Declined: the reasons, in words.
 * @throws Conflict when declined: an answer about the person, not a missing right
 */
async function markInstantApproval(context: Context): Promise<void> {
  const { session, db } = context;
  await requireInstant(db, session.user_id);
  const { outcome, limit_kobo, reasons, keep } = await context.house.person.judgeInstantly(context);
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from profiles where user_id = ${session.user_id} for update`.execute(tx);
    await requireInstant(tx, session.user_id);
    await keep(tx);
    if (outcome === "declined") return;
    await changeRows(tx, "profiles", { user_id: session.user_id }, { instant_approval_at: clock.now() });
    if (outcome === "approved")
      await tx
        .updateTable("users")
        .set({ credit_limit_kobo: limit_kobo })
        .where("id", "=", session.user_id)
        .where("credit_limit_kobo", "is", null)
        .execute();
    await recordAudit(tx, context, "instant_approval_marked", ["user", session.user_id], {
      after: { outcome, limit_kobo },
    });
    await refreshCase(tx, session.user_id);
  });
  if (outcome === "declined") throw new Conflict(`There is no instant approval. ${reasons.join(" ")}`, "declined");
}

export const handlers: Handlers<typeof calls> = {
  find: (context) => stateOf(context),

  async updateProfile(context, { body }) {
    await saveProfile(context, body);
    return stateOf(context);
  },

  verifyIdentity: (context, { body }) => startBvn(context, body),
  requestIdentityOtp: (context, { body }) => sendBvnCode(context, body),
  async verifyIdentityOtp(context, { body }) {
    await finishBvn(context, body.otp);
    return stateOf(context);
  },

  async instantApproval(context) {
    await markInstantApproval(context);
    return stateOf(context);
  },

  async updateOnboardingProfile(context, { body }) {
    await saveFormTwo(context, body);
    return stateOf(context);
  },

  requestWorkEmailOtp: (context, { body }) => sendWorkEmailCode(context, body.email),
  async verifyWorkEmailOtp(context, { body }) {
    await finishWorkEmail(context, body.otp);
    return stateOf(context);
  },

  requestNinOtp: (context, { body }) => startNin(context, body.nin),
  async verifyNinOtp(context, { body }) {
    await finishNin(context, body.otp);
    return stateOf(context);
  },

  uploadBankStatement: (context, { body }) => upload(context, "bank_statement", body.password),
  uploadGovernmentId: (context, { body }) => upload(context, "govt_id", body.password),
  uploadWorkId: (context, { body }) => upload(context, "work_id", body.password),

  fetchMonoStatement: (context, { body }) => fetchMono(context, body.code).then(() => stateOf(context)),
  connectMono: (context, { body }) => monoPage(context, body.return_to ?? RETURN_TO),

  requestMbsStatement: (context, { body }) => requestMbs(context, body).then(() => stateOf(context)),
  confirmMbsStatement: (context, { body }) => confirmMbs(context, body).then(() => stateOf(context)),
  shareMobileStatement: (context, { body }) => shareMobile(context, body).then(() => stateOf(context)),
  connectOkra: (context, { body }) => linkPage(context, "okra", body.return_to ?? RETURN_TO),
  fetchOkraStatement: (context, { body }) =>
    fetchLinked(context, "okra", "record", body.record).then(() => stateOf(context)),
  connectThird: (context, { body }) => linkPage(context, "statement_source_3", body.return_to ?? RETURN_TO),
  fetchThirdStatement: (context, { body }) =>
    fetchLinked(context, "statement_source_3", "code", body.code).then(() => stateOf(context)),
  beginUssdStatement: (context, { body }) => beginUssd(context, body).then(() => stateOf(context)),
  checkUssdStatement: (context) => checkUssd(context).then(() => stateOf(context)),
};
