/** The payee: an account by the bank's own name for it, or a person with a wallet of ours. */
import type { TransferKind } from "@manilla/contract/payments/transfer-kinds";
import { bankName } from "@manilla/contract/nigeria/banks";
import { normalisePhone } from "@manilla/contract/phone";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { PARTNER_ACCOUNT_FIELD, PARTNER_BANK_CODE } from "../../../outside/partner-bank/port.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { enquire } from "../../companies/beneficiaries/index.ts";
import { requireBanks } from "./banks.ts";
import { shortName } from "./rules.ts";

/** The field name under which the account number of somebody kept is encrypted. */
const FIELD = "transfer_payee";
/** Look-ups of people by their phone, in an hour. */
const AN_HOUR = 30;

export interface Asked {
  kind: TransferKind;
  bank_code?: string | null | undefined;
  account_no?: string | null | undefined;
  phone?: string | null | undefined;
  payee_id?: string | null | undefined;
}
/** The number is clear text: never log it. */
export interface Payee {
  kind: TransferKind;
  name: string;
  bank_code: string | null;
  bank_name: string | null;
  account_no: string | null;
  to_user_id: string | null;
}

interface Owner {
  id: string;
  name: string;
  last_name: string;
}

/** What was kept, as it would be typed, and whose wallet it is. @throws NotFound */
async function kept({ db, session, encryption }: Context, id: string): Promise<Asked & { owner?: Owner | undefined }> {
  const { rows } = await sql<
    Owner & { kind: TransferKind; bank_code: string | null; account_no_encrypted: Buffer | null }
  >`
    select k.kind, k.bank_code, k.account_no_encrypted, o.id, o.name, o.last_name
    from transfer_payees k
    left join lateral wallet_owner(null, k.to_user_id) o on k.kind = 'wallet'
    where k.id = ${id} and k.user_id = ${session.user_id}
  `.execute(db);
  const [found] = rows;
  if (!found) throw new NotFound("This payee");
  if (found.kind === "wallet") return { kind: "wallet", owner: found.id ? found : undefined };
  const { data_key } = await getRow(db, "users", session.user_id, ["data_key"]);
  const account_no = encryption.decrypt(session.user_id, data_key!, FIELD, found.account_no_encrypted!);
  return { kind: "bank", bank_code: found.bank_code, account_no };
}

/** Whose wallet a phone or an account number with us has; look-ups are counted. */
async function ownerAt(context: Context, typed: Asked): Promise<Owner | undefined> {
  const { db, session } = context;
  const phone = typed.phone ? normalisePhone(typed.phone) : undefined;
  if (!phone && !typed.account_no) throw new InvalidFields({ phone: ["this field is required"] });
  await countAttempt(db, `wallet-of:${session.user_id}`, AN_HOUR, 3_600);
  const { rows } = phone
    ? await sql<Owner>`select id, name, last_name from wallet_owner(${phone}, null)`.execute(db)
    : await sql<Owner>`
        select id, name, last_name from wallet_owner_of_account(${context.encryption.hash(PARTNER_ACCOUNT_FIELD, typed.account_no!)})
      `.execute(db);
  return rows[0];
}

/** @param field that named them */
function payable(session: Context["session"], found: Owner | undefined, field: "phone" | "account_no"): Payee {
  if (!found) throw new InvalidFields({ [field]: ["nobody with this number has a wallet with us"] });
  if (found.id === session.user_id) throw new InvalidFields({ [field]: ["this is your own number"] });
  const name = shortName(found.name, found.last_name);
  return { kind: "wallet", name, bank_code: null, bank_name: null, account_no: null, to_user_id: found.id };
}

/**
 * The payee; asks the bank for the name, so never inside a transaction.
 * @throws InvalidFields at the field that is wrong, NotFound, ProviderUnavailable, TooMany
 */
export async function payeeOf(context: Context, typed: Asked): Promise<Payee> {
  const asked: Asked & { owner?: Owner | undefined } = typed.payee_id ? await kept(context, typed.payee_id) : typed;
  if (asked.kind === "wallet") {
    const owner = typed.payee_id ? asked.owner : await ownerAt(context, asked);
    return payable(context.session, owner, asked.phone || typed.payee_id ? "phone" : "account_no");
  }
  const { bank_code, account_no } = asked;
  if (!bank_code) throw new InvalidFields({ bank_code: ["this field is required"] });
  if (!account_no) throw new InvalidFields({ account_no: ["this field is required"] });
  // A number of ours at our own bank is a wallet of ours: it is there at once, and no bank is asked.
  const isOurs = bank_code === PARTNER_BANK_CODE && context.outside.partner_bank.is_there;
  if (isOurs && account_no.startsWith(String(await readSetting(context.db, "partner_bank_prefix")))) {
    const owner = await ownerAt(context, { kind: "wallet", account_no });
    if (owner) return payable(context.session, owner, "account_no");
  }
  await requireBanks(context.db);
  const { account_name } = await enquire(context, { bank_code, account_no }, "");
  return { kind: "bank", name: account_name, bank_code, bank_name: bankName(bank_code), account_no, to_user_id: null };
}

export const sameAccount = ({ encryption }: Pick<Context, "encryption">, user_id: string, payee: Payee) =>
  payee.kind === "wallet"
    ? sql`k.user_id = ${user_id} and k.to_user_id = ${payee.to_user_id}`
    : sql`k.user_id = ${user_id} and k.bank_code = ${payee.bank_code} and k.account_no_hash = ${encryption.hash("account_no", payee.account_no!)}`;

/** The row of a payee, where money was sent to it before. */
export async function knownPayee(
  db: Database | Tx,
  context: Pick<Context, "encryption" | "session">,
  payee: Payee,
): Promise<{ id: string; created_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select k.id, k.created_at from transfer_payees k where ${sameAccount(context, context.session.user_id, payee)}
  `.execute(db);
  return rows[0];
}

/** The same, kept where it was new. The person is locked. @param is_saved offered the next time @returns its id */
export async function keepPayee(tx: Tx, context: Context, payee: Payee, is_saved: boolean): Promise<string> {
  const { data_key } = await getRow(tx, "users", context.session.user_id, ["data_key"]);
  return keepKnown(tx, context, payee, { is_saved, data_key, payee_id: (await knownPayee(tx, context, payee))?.id });
}

/** The same where it was looked for. */
export async function keepKnown(
  tx: Tx,
  { encryption, session: { user_id } }: Context,
  payee: Payee,
  { is_saved, payee_id, data_key }: { is_saved: boolean; payee_id?: string | null; data_key: Buffer | null },
): Promise<string> {
  if (payee_id) {
    if (is_saved) await changeRows(tx, "transfer_payees", payee_id, { is_saved, forgotten_at: null });
    return payee_id;
  }
  const { account_no } = payee;
  const id = uuidv7();
  await later(
    tx,
    tx
      .insertInto("transfer_payees")
      .values({
        id,
        created_at: clock.now(),
        user_id,
        kind: payee.kind,
        name: payee.name,
        bank_code: payee.bank_code,
        bank_name: payee.bank_name,
        to_user_id: payee.to_user_id,
        is_saved,
        ...(account_no && {
          account_no_encrypted: encryption.encrypt(user_id, data_key!, FIELD, account_no),
          account_no_hash: encryption.hash("account_no", account_no),
          account_no_last4: account_no.slice(-4),
        }),
      }),
  );
  return id;
}

/** The account number of somebody kept, in clear, for a transfer whose day has come. */
export async function accountOfPayee(
  tx: Tx,
  { encryption }: Pick<Context, "encryption">,
  { user_id, payee_id }: { user_id: string; payee_id: string },
): Promise<string> {
  const { account_no_encrypted } = await getRow(tx, "transfer_payees", payee_id, ["account_no_encrypted"]);
  const { data_key } = await getRow(tx, "users", user_id, ["data_key"]);
  return encryption.decrypt(user_id, data_key!, FIELD, account_no_encrypted!);
}
