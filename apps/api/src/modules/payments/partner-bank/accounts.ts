/** The account numbers of wallets at the partner bank. They are ours to give out: the bank asks us whose a number is. */
import { bankName } from "@manilla/contract/nigeria/banks";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import type { App, Context } from "../../../house/app.ts";
import { PARTNER_ACCOUNT_FIELD, PARTNER_BANK_CODE } from "../../../outside/partner-bank/port.ts";
import { openWallet, ownCompany } from "../../companies/wallet-movements/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { accountNumber } from "./rules.ts";

const FIELD = PARTNER_ACCOUNT_FIELD;

/** Whose a wallet is. */
export type Owner = { user_id: string } | { company_id: string };
interface Holder {
  owner: Owner;
  name: string;
  /** That the number is encrypted with. */
  data_key: Buffer;
}
const idOf = (owner: Owner): string => ("user_id" in owner ? owner.user_id : owner.company_id);

/** By this a number is found without being decrypted. */
export const hashOf = ({ encryption }: Pick<App, "encryption">, account_no: string): Buffer =>
  encryption.hash(FIELD, account_no);

/** The account number of a wallet, given out when it is first requested; in clear, since people have to tell it. */
async function accountOf(app: App, { owner, name, data_key }: Holder) {
  const find = () => findRow(app.db, "partner_accounts", owner, ["account_no_encrypted"]);
  let known = await find();
  if (!known) {
    const prefix = String(await readSetting(app.db, "partner_bank_prefix"));
    const { rows } = await sql<{ serial: bigint }>`select nextval('partner_account_serials') as serial`.execute(app.db);
    const account_no = accountNumber(PARTNER_BANK_CODE, prefix, rows[0]!.serial);
    await app.db
      .insertInto("partner_accounts")
      .values({
        id: uuidv7(),
        ...owner,
        account_no_encrypted: app.encryption.encrypt(idOf(owner), data_key, FIELD, account_no),
        account_no_hash: hashOf(app, account_no),
        account_no_last4: account_no.slice(-4),
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.column("user_id" in owner ? "user_id" : "company_id").doNothing())
      .execute();
    known = (await find())!;
  }
  const account_no = app.encryption.decrypt(idOf(owner), data_key, FIELD, known.account_no_encrypted);
  return { bank_name: bankName(PARTNER_BANK_CODE), account_name: name, account_no };
}

/** The caller's own number; null while there is no partner bank. */
export async function ownAccount(context: Context) {
  const { user_id } = context.session;
  const { data_key, full_name: name } = await getRow(context.db, "users", user_id, ["data_key", "full_name"]);
  if (!context.outside.partner_bank.is_there || !data_key) return null;
  return accountOf(context, { owner: { user_id }, name, data_key });
}

/** The number of the caller's company; null while there is no partner bank. @throws NotFound for a caller without a company */
export async function companyAccount(context: Context) {
  if (!context.outside.partner_bank.is_there) return null;
  const {
    id: company_id,
    name,
    data_key,
  } = await context.db.transaction().execute(async (tx) => {
    const { id } = await ownCompany(tx, context);
    const [wallet, { name: called }] = [await openWallet(tx, context, id), await getRow(tx, "companies", id, ["name"])];
    return { id, name: called, data_key: wallet.data_key };
  });
  return accountOf(context, { owner: { company_id }, name, data_key });
}

/** The owner of a number as money that comes in needs them. */
export interface Payee {
  user_id: string | null;
  company_id: string | null;
  name: string;
  /** The wallet is neither closed nor suspended. */
  is_open: boolean;
  /** That what belongs to them is encrypted with. */
  data_key: Buffer;
}

const payees = (condition: RawBuilder<unknown>) => sql<Payee>`
  select a.user_id, a.company_id, coalesce(u.full_name, c.name) as name, coalesce(u.data_key, w.data_key) as data_key,
    case
      when u.id is not null then u.profile_status <> 'deactivated' and not u.is_blacklisted
      else c.status = 'approved'
    end as is_open
  from partner_accounts a
  left join users u on u.id = a.user_id
  left join companies c on c.id = a.company_id
  left join wallets w on w.company_id = a.company_id
  where ${condition} and u.erased_at is null and coalesce(u.data_key, w.data_key) is not null
`;

/** Whose a number is; undefined where it is nobody's, or belonged to an erased person. */
export async function payeeOf(db: Database | Tx, account_no_hash: Buffer): Promise<Payee | undefined> {
  return (await payees(sql`a.account_no_hash = ${account_no_hash}`).execute(db)).rows[0];
}

/** The owner of money that came in before; undefined where they were erased since. */
export async function ownerOf(
  db: Database | Tx,
  { user_id, company_id }: Pick<Payee, "user_id" | "company_id">,
): Promise<Payee | undefined> {
  const condition = user_id ? sql`a.user_id = ${user_id}` : sql`a.company_id = ${company_id}`;
  return (await payees(condition).execute(db)).rows[0];
}
