/**
 * A person's names, numbers and addresses in the words that colleagues typed about others: a remark in another file, a reason, a title, a message. The row stays
 * for whom it is about; what would tell the erased person by name, number or address becomes "erased" (docs/decisions/0011-words-about-the-erased.md).
 */
import { sql } from "kysely";
import type { Tx } from "../../../../db/database.ts";
import type { FieldEncryption } from "../../../../field-encryption.ts";
import { openPersonal } from "../../../platform/audit/index.ts";

/** Whatever was ever known to be theirs, now or before. */
export interface Known {
  emails: string[];
  phones: string[];
  names: { name: string; last_name: string }[];
  addresses: string[];
}

const FIELDS = ["email", "official_email", "phone", "name", "last_name", "address"];
type Values = Record<string, unknown>;
const wordOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** First name and last name of a record that may give both in one field. */
function namesIn(
  values: Values,
  now: { name: string; last_name: string | null },
): { name: string; last_name: string }[] {
  const [name, last_name] = [wordOf(values["name"]), wordOf(values["last_name"])];
  if (!name && !last_name) return [];
  const words = name.split(/\s+/);
  if (name && !last_name && words.length > 1)
    return [{ name: words.slice(0, -1).join(" "), last_name: words.at(-1) ?? "" }];
  return [{ name: name || now.name, last_name: last_name || (now.last_name ?? "") }];
}

/** Reads, with the key that is about to be destroyed, what the trail still knows of before. */
export async function knownOf(tx: Tx, encryption: FieldEncryption, user_id: string): Promise<Known> {
  const person = await tx
    .selectFrom("users")
    .innerJoin("profiles", "profiles.user_id", "users.id")
    .select(["users.name", "users.last_name", "email", "official_email", "phone", "data_key", "profiles.address"])
    .where("users.id", "=", user_id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ before: Values | null; after: Values | null; sealed: Buffer }>`
    select before, after, sealed
    from audit_records
    where subject_type = 'user'
      and subject_id = ${user_id}
      and sealed is not null
      and (before ?| ${FIELDS}::text[] or after ?| ${FIELDS}::text[])
  `.execute(tx);
  const records = rows.flatMap((row) => {
    const { before, after } = openPersonal(encryption, {
      ...row,
      reason: null,
      data_key: person.data_key,
      about_id: user_id,
    });
    return [before, after].filter((values) => values !== null);
  });
  const all = (fields: string[]): string[] => [
    ...new Set(
      [person as Values, ...records]
        .flatMap((values) => fields.map((field) => wordOf(values[field])))
        .filter((value) => value.length > 3),
    ),
  ];
  const phones = all(["phone"]);
  return {
    emails: all(["email", "official_email"]).map((email) => email.toLowerCase()),
    phones: [...new Set(phones.flatMap((phone) => [phone, phone.replace(/^\+234/, "0"), phone.replace(/^0/, "+234")]))],
    names: [
      { name: person.name, last_name: person.last_name ?? "" },
      ...records.flatMap((values) => namesIn(values, person)),
    ],
    addresses: all(["address"]).filter((address) => address.length > 7),
  };
}

const escaped = (text: string): string =>
  text.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
const whole = (pattern: string): string => String.raw`(?<![[:alnum:]])${pattern}(?![[:alnum:]])`;

/** Patterns of PostgreSQL. `isOwn`: in words about the person, the first or the last name alone tells who is meant; elsewhere it is anybody's. */
export function patternOf({ emails, phones, names, addresses }: Known, isOwn: boolean): string {
  const digits = [
    ...new Set(phones.map((phone) => phone.replace(/\D/g, "").slice(-10)).filter((number) => number.length === 10)),
  ];
  const both = names
    .filter(({ name, last_name }) => name.length > 1 && last_name.length > 1)
    .flatMap(({ name, last_name }) => [
      `${escaped(name)}\\s+${escaped(last_name)}`,
      `${escaped(last_name)},?\\s+${escaped(name)}`,
    ]);
  const alone = isOwn
    ? names
        .flatMap(({ name, last_name }) => [...name.split(/\s+/), last_name])
        .filter((word) => word.length > 2)
        .map(escaped)
    : [];
  const numbers = digits.map((number) => String.raw`(\+?234|0)?[ .-]?${[...number].join("[ .-]?")}`);
  return [...new Set([...emails.map(escaped), ...addresses.map(escaped), ...both, ...numbers, ...alone])]
    .map(whole)
    .join("|");
}

const GONE = "erased";
/** Columns in which people type, or in which what they typed is quoted, in whatever table. What the database lets nobody change is not among them. */
const TYPED =
  "^(reason|.*_reason|note|.*_note|body|text|title|subject|purpose|detail|answer|failure|description|items|before|after|payload|data|memory|name)$";
/** What `forgetWords` does otherwise, and tables of ours in which nobody types. */
const NOT_TYPED = [
  "import_rows",
  "webhooks",
  "idempotency_keys",
  "configuration",
  "schema_migrations",
  "backtest_rows",
  "job_runs",
  "identity_verifications",
];
/** Whose names are words that somebody typed; elsewhere a name is a person's, a company's or a product's own. */
const TYPED_NAMES = ["communications", "communication_templates", "rule_sets", "saved_views"];

interface Column {
  table: string;
  column: string;
  is_json: boolean;
  has_owner: boolean;
}

async function typedColumns(tx: Tx): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column", c.data_type = 'jsonb' as is_json,
      exists (
        select 1
        from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'user_id'
      ) as has_owner
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public'
      and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'jsonb')
      and c.is_generated = 'NEVER'
      and c.column_name ~ ${TYPED}
      and c.table_name <> all(${NOT_TYPED}::text[])
      and (c.column_name <> 'name' or c.table_name = any(${TYPED_NAMES}::text[]))
      and has_column_privilege(format('%I.%I', c.table_schema, c.table_name), c.column_name, 'UPDATE')
  `.execute(tx);
  return rows;
}

/** Reads every table once: seconds with millions of rows, and done by two people, seldom. */
export async function redactElsewhere(tx: Tx, known: Known, user_id: string): Promise<void> {
  const [anywhere, own] = [patternOf(known, false), patternOf(known, true)];
  for (const { table, column, is_json, has_owner } of await typedColumns(tx)) {
    const [place, text] = [sql.ref(column), is_json ? sql`${sql.ref(column)}::text` : sql.ref(column)];
    const replaced = (pattern: string) =>
      is_json
        ? sql`regexp_replace(${text}, ${pattern}, ${GONE}, 'gi')::jsonb`
        : sql`regexp_replace(${text}, ${pattern}, ${GONE}, 'gi')`;
    await sql`update ${sql.table(table)} set ${place} = ${replaced(anywhere)} where ${text} ~* ${anywhere}`.execute(tx);
    if (has_owner)
      await sql`
        update ${sql.table(table)} set ${place} = ${replaced(own)} where user_id = ${user_id} and ${text} ~* ${own}
      `.execute(tx);
  }
  // The reasons of a loan stay for the regulator; whom they name does not.
  await sql`
    update transitions
    set reason = regexp_replace(reason, ${own}, ${GONE}, 'gi')
    where subject_id in (
      select id from loans where user_id = ${user_id} union all select id from payouts where user_id = ${user_id}
    )
      and reason ~* ${own}
  `.execute(tx);
  await sql`
    update pgboss.job
    set data = regexp_replace(data::text, ${anywhere}, ${GONE}, 'gi')::jsonb
    where name in ('send-mail', 'send-sms', 'send-push') and data::text ~* ${anywhere}
  `.execute(tx);
}
