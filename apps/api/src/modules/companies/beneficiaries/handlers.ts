import * as calls from "@manilla/contract/companies/beneficiaries";
import { nameVerdict } from "@manilla/contract/nigeria/name-match";
import type { Input } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields, NotFound, StaleVersion } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { actionsOn, changeState } from "../../platform/states/index.ts";
import {
  type Values,
  askFor,
  columnsOf,
  insertBeneficiary,
  insertChange,
  refuseKnown,
  withColleague,
} from "./changes.ts";
import { enquire } from "./enquiry.ts";
import { addFile, keepFile, readFile } from "./files.ts";
import {
  type Locked,
  detailsOf,
  findBeneficiary,
  findUpload,
  listAll,
  listUploads,
  lockBeneficiary,
  rowsOf,
} from "./queries.ts";
import { beneficiaryRules } from "./rules.ts";

type Body = Input<typeof calls.create>["body"];

/** The account as the bank knows it; a name that differs is only taken where the person says that they have seen it. @throws InvalidFields */
async function askBank(context: Context, body: Omit<Body, "account_no">, account_no: string): Promise<Values> {
  const { name, bank_code, email, employee_id, name_confirmed, is_own = false } = body;
  const named = await enquire(context, { bank_code, account_no }, name);
  if (nameVerdict(named.match_percent) !== "same" && !name_confirmed)
    throw new InvalidFields({
      name: [`the bank calls this account ${named.account_name}: correct the name, or confirm that it is theirs`],
    });
  if (is_own && employee_id) throw new InvalidFields({ is_own: ["it is of an employee, or the company's own"] });
  const known = { name: name.trim(), bank_code, account_no, ...named };
  return { ...known, email: email ?? null, employee_id: employee_id ?? null, is_own };
}

/** @throws InvalidFields where the employee is not the company's */
async function requireEmployee({ db, session }: Context, employee_id: string | null | undefined): Promise<void> {
  if (!employee_id) return;
  const { rows } = await sql`
    select 1 from users where id = ${employee_id} and company_id = ${session.company_id} and erased_at is null
  `.execute(db);
  if (rows.length === 0) throw new InvalidFields({ employee_id: ["choose one of your people"] });
}

const withRequest = async (tx: Tx, context: Context, id: string, approval_id: string) => ({
  beneficiary: await findBeneficiary(tx, context, id),
  approval_id,
});

async function create(context: Context, { body }: Input<typeof calls.create>) {
  await requireEmployee(context, body.employee_id);
  const values = await askBank(context, body, body.account_no);
  return context
    .once(async (tx) => {
      const { columns, ...kept } = await insertBeneficiary(tx, context, values);
      const change_id = await insertChange(tx, context, kept, "create", columns);
      return withRequest(tx, context, kept.id, await askFor(tx, context, change_id, "create", columns));
    })
    .catch(refuseKnown);
}

const numberOf = ({ encryption }: Context, { id, data_key, account_no_encrypted }: Locked): string =>
  encryption.decrypt(id, data_key, "account_no", account_no_encrypted);

/** The account as it is, where neither number nor bank change; else as the bank knows the new one. */
async function changedValues(
  context: Context,
  before: Locked,
  body: Input<typeof calls.update>["body"],
): Promise<Values> {
  const old = numberOf(context, before);
  return askBank(context, body, body.account_no ?? old);
}

async function update(context: Context, { params: { id }, body }: Input<typeof calls.update>) {
  const seen = await context.db.transaction().execute((tx) => lockBeneficiary(tx, context, id));
  if (!seen || seen.status === "removed") throw new NotFound("This beneficiary");
  await requireEmployee(context, body.employee_id);
  const values = await changedValues(context, seen, body);
  return context
    .once(async (tx) => {
      const before = await lockBeneficiary(tx, context, id);
      if (before?.version !== body.version) throw new StaleVersion();
      const isAgain = before.status === "refused";
      const columns = columnsOf(context, before, await withColleague(tx, context, values));
      const what = before.status === "active" ? "change" : "create";
      if (isAgain)
        await changeState(tx, {
          noun: "beneficiary",
          id,
          from: "refused",
          action: "ask_again",
          actor: actorOf(context),
        });
      const change_id = await insertChange(tx, context, before, what, columns);
      const approval_id = await askFor(tx, context, change_id, what, columns, before.employee_id);
      return withRequest(tx, context, id, approval_id);
    })
    .catch(refuseKnown);
}

const act = actionsOn({
  calls,
  rules: beneficiaryRules,
  noun: "beneficiary",
  name: "beneficiary",
  lock: lockBeneficiary,
  answer: findBeneficiary,
});

const remove = act(calls.remove, {
  async does(tx, context, before, { body: { reason } }) {
    const { name, bank_code, account_name, match_percent, email, employee_id, is_own } = before;
    const values = {
      name,
      bank_code,
      account_name,
      match_percent,
      email,
      employee_id,
      is_own,
      account_no: numberOf(context, before),
    };
    const columns = columnsOf(context, before, values);
    const change_id = await insertChange(tx, context, before, "remove", columns, { reason });
    const approval_id = await askFor(tx, context, change_id, "remove", columns);
    return { answer: await withRequest(tx, context, before.id, approval_id) };
  },
});

const FILES_AN_HOUR = 30;

async function upload(context: Context) {
  if (!context.file) throw new InvalidFields({ file: ["a file has to be chosen"] });
  await countAttempt(context.db, `beneficiaries:${context.session.user_id}`, FILES_AN_HOUR, 3_600);
  const { original_name } = context.file;
  const rows = await readFile(context.file);
  return context.once(async (tx) => {
    const { id, is_known } = await keepFile(tx, context, original_name, rows);
    return { upload: await findUpload(tx, context, id), is_known };
  });
}

export const handlers: Handlers<typeof calls> = {
  listAll,
  find: async (context, { params: { id } }) => ({
    ...(await findBeneficiary(context.db, context, id)),
    ...(await detailsOf(context, id)),
  }),
  async enquire(context, { body }) {
    const named = await enquire(context, body, body.name ?? "");
    return { ...named, verdict: nameVerdict(named.match_percent) };
  },
  create,
  update,
  remove,
  upload,
  uploads: listUploads,
  uploaded: async (context, { params: { id } }) => ({
    ...(await findUpload(context.db, context, id)),
    rows: await rowsOf(context.db, id),
  }),
  addUploaded: (context, { params: { id }, body }) =>
    context
      .once(async (tx) => {
        await findUpload(tx, context, id);
        const result = await addFile(tx, context, id, body.with_near);
        if (result.added === 0) throw new Conflict("None of them can be added.", "nothing_to_add");
        return result;
      })
      .catch(refuseKnown),
};
