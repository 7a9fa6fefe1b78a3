/** Checks transfers and turns them into the parameters of `ledger.post_many`: one array per column, written as PostgreSQL literals. */
import { hash } from "node:crypto";
import { InvalidRequest } from "./errors.ts";
import type { NewTransaction } from "./types.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MAX_KOBO = BigInt(Number.MAX_SAFE_INTEGER);
const MAX_POSTINGS = 10_000;

/** Whether an account reference is an id rather than a code. */
export const isId = (reference: string): boolean => UUID.test(reference);

/** @throws InvalidRequest when the text is empty, too long, or holds a NUL, which PostgreSQL cannot store */
export function checkText(field: string, text: string, longest: number): void {
  if (text === "" || text.length > longest || text.includes("\0")) {
    throw new InvalidRequest({ field, message: `must have 1 to ${longest} characters` });
  }
}

/** @throws InvalidRequest unless 0 < |amount| ≤ 2^53 − 1 kobo */
export function checkAmount(field: string, amount_kobo: bigint): void {
  if (amount_kobo === 0n || amount_kobo > MAX_KOBO || amount_kobo < -MAX_KOBO) {
    throw new InvalidRequest({ field, message: "must not be zero nor beyond 2^53 − 1 kobo" });
  }
}

/** @throws InvalidRequest unless it is a date of the calendar, YYYY-MM-DD */
export function checkDate(field: string, date: string): void {
  const isReal = DATE.test(date) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
  if (!isReal) throw new InvalidRequest({ field, message: "must be a date, YYYY-MM-DD" });
}

/** @throws InvalidRequest naming the first field that makes no sense */
export function checkTransaction(transaction: NewTransaction): void {
  checkText("key", transaction.key, 300);
  checkText("kind", transaction.kind, 100);
  checkText("actor", transaction.actor, 200);
  if (transaction.description.includes("\0"))
    throw new InvalidRequest({ field: "description", message: "must not hold a NUL" });
  checkDate("effective_on", transaction.effective_on);
  if (transaction.postings.length < 2 || transaction.postings.length > MAX_POSTINGS) {
    throw new InvalidRequest({ field: "postings", message: `must be 2 to ${MAX_POSTINGS}` });
  }
  for (const posting of transaction.postings) {
    checkText("account", posting.account, 200);
    checkAmount("amount_kobo", posting.amount_kobo);
  }
}

/** Fingerprint of what moves: same key and same hash is the same request. Description, actor and metadata may differ in a retry. */
export function requestHash(transaction: NewTransaction): string {
  let body = `${transaction.tenant ?? ""}\n${transaction.kind}\n${transaction.effective_on}`;
  for (const { account, amount_kobo, currency } of transaction.postings)
    body += `\n${account}\t${amount_kobo}\t${currency ?? ""}`;
  return hash("sha256", body, "base64");
}

const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;
const texts = (values: string[]): string => `{${values.map(quote).join(",")}}`;
const textsOrNull = (values: (string | null)[]): string =>
  `{${values.map((value) => (value === null ? "NULL" : quote(value))).join(",")}}`;
const plain = (values: (string | number | bigint | null)[]): string =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;

const FROM_POST_MANY =
  "from ledger.post_many($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::date[], $7::text[], " +
  "$8::jsonb[], $9::uuid[], $10::int[], $11::int[], $12::uuid[], $13::text[], $14::text[], $15::int[], $16::int[], $17::int[], $18::bigint[], $19::text[])";
/** The call of `ledger.post_many`; its parameters come from {@link encodeTransactions}. */
export const POST_MANY = `select recorded_at::text as recorded_at, exceptions::text as exceptions ${FROM_POST_MANY}`;
/** The same, which ends the database's transaction where anything had been posted before. */
export const POST_OR_END = `select case when jsonb_array_length(exceptions) > 0 then ledger.refuse(exceptions) end as refused ${FROM_POST_MANY}`;

/** Parameters of {@link POST_MANY}, transfers in the order given. `ids[i]` becomes the id of `transactions[i]`. */
export function encodeTransactions(transactions: NewTransaction[], ids: string[]): string[] {
  const firstOfKey = new Map<string, number>();
  const slotOf = new Map<string, number>();
  const same_key_as: number[] = [];
  const counts: number[] = [];
  const account_ids: (string | null)[] = [];
  const account_tenants: (string | null)[] = [];
  const account_codes: (string | null)[] = [];
  const transfers: number[] = [];
  const numbers: number[] = [];
  const accounts: number[] = [];
  const amounts: bigint[] = [];
  const currencies: (string | null)[] = [];
  transactions.forEach((transaction, index) => {
    const first = firstOfKey.get(transaction.key) ?? index + 1;
    firstOfKey.set(transaction.key, first);
    same_key_as.push(first);
    counts.push(transaction.postings.length);
    transaction.postings.forEach((posting, place) => {
      const is_id = isId(posting.account);
      const tenant = is_id ? null : (transaction.tenant ?? "");
      const name = is_id ? posting.account : `${tenant}\n${posting.account}`;
      let slot = slotOf.get(name);
      if (slot === undefined) {
        account_ids.push(is_id ? posting.account : null);
        account_tenants.push(tenant);
        account_codes.push(is_id ? null : posting.account);
        slot = account_ids.length;
        slotOf.set(name, slot);
      }
      transfers.push(index + 1);
      numbers.push(place + 1);
      accounts.push(slot);
      amounts.push(posting.amount_kobo);
      currencies.push(posting.currency ?? null);
    });
  });
  return [
    plain(ids),
    texts(transactions.map((one) => one.key)),
    texts(transactions.map(requestHash)),
    texts(transactions.map((one) => one.kind)),
    texts(transactions.map((one) => one.description)),
    plain(transactions.map((one) => one.effective_on)),
    texts(transactions.map((one) => one.actor)),
    texts(transactions.map((one) => (one.metadata ? JSON.stringify(one.metadata) : "{}"))),
    plain(transactions.map(() => null)),
    plain(counts),
    plain(same_key_as),
    plain(account_ids),
    textsOrNull(account_tenants),
    textsOrNull(account_codes),
    plain(transfers),
    plain(numbers),
    plain(accounts),
    plain(amounts),
    textsOrNull(currencies),
  ];
}
