import { uuidv7 } from "uuidv7";
import { checkText, isId } from "./encode.ts";
import { AccountHasOtherTerms, InvalidRequest, UnknownAccount } from "./errors.ts";
import type { Account, NewAccount, Queryable } from "./types.ts";

const COLUMNS = "id::text, tenant, code, chart_code, name, type, currency, owner_type, owner_id, floor_kobo::text, hot";

function accountOf(row: Record<string, unknown>): Account {
  const floor = row["floor_kobo"];
  return { ...(row as unknown as Account), floor_kobo: floor === null ? null : BigInt(String(floor)) };
}

/**
 * Opens an account, or answers the one that has the code already: safe to call before every use.
 * @throws AccountHasOtherTerms when the code is taken by an account of another type, currency, owner, floor or heat
 */
export async function openAccount(db: Queryable, account: NewAccount): Promise<Account> {
  checkText("code", account.code, 200);
  if (isId(account.code)) throw new InvalidRequest({ field: "code", message: "must not look like an id" });
  const chart_code = account.chart_code ?? account.code.split(":")[0] ?? account.code;
  const { rows } = await db.query(
    `
      select (o.account).id::text as id, (o.account).tenant, (o.account).code, (o.account).chart_code,
        (o.account).name, (o.account).type, (o.account).currency, (o.account).owner_type, (o.account).owner_id,
        (o.account).floor_kobo::text as floor_kobo, (o.account).hot
      from ledger.open_account($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) o
    `,
    [
      uuidv7(),
      account.tenant ?? "",
      account.code,
      chart_code,
      account.name,
      account.type,
      account.currency,
      account.owner_type ?? null,
      account.owner_id ?? null,
      account.floor_kobo === undefined ? null : String(account.floor_kobo),
      account.hot ?? false,
    ],
  );
  const opened = accountOf(rows[0] ?? {});
  const wanted = {
    type: account.type,
    currency: account.currency,
    owner_type: account.owner_type ?? null,
    owner_id: account.owner_id ?? null,
    floor_kobo: account.floor_kobo ?? null,
    hot: account.hot ?? false,
  };
  for (const field of Object.keys(wanted) as (keyof typeof wanted)[]) {
    if (opened[field] !== wanted[field]) throw new AccountHasOtherTerms({ account_id: opened.id, field });
  }
  return opened;
}

/** One account by id, or by code within a tenant (default: the provider's own books). @throws UnknownAccount */
export async function findAccount(db: Queryable, reference: string, tenant = ""): Promise<Account> {
  const { rows } = isId(reference)
    ? await db.query(`select ${COLUMNS} from ledger.accounts where id = $1`, [reference])
    : await db.query(`select ${COLUMNS} from ledger.accounts where tenant = $1 and code = $2`, [tenant, reference]);
  if (!rows[0]) throw new UnknownAccount({ account: reference });
  return accountOf(rows[0]);
}
