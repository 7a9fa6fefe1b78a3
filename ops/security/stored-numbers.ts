/** D1, D2: no BVN, NIN, account or card number of the seeded people stands anywhere in clear. */
import type { SecurityWorld } from "./world.ts";

interface SandboxPerson {
  bvn: string;
  nin: string;
  accounts: { account_no?: string; account_number?: string }[];
}

const isCard = (digits: string): boolean =>
  digits
    .split("")
    .reverse()
    .reduce(
      (sum, digit, index) =>
        sum + (index % 2 === 0 ? Number(digit) : Number(digit) * 2 > 9 ? Number(digit) * 2 - 9 : Number(digit) * 2),
      0,
    ) %
    10 ===
  0;

/** A session of the interbank system: institution, moment and a number that counts up, which the made-up NINs of the sandbox resemble. */
const SESSION_ID = /(?<!\d)\d{6}\d{12}0{6,}\d{1,6}(?!\d)/g;

export async function seekNumbers({ sandbox, pool, check }: SecurityWorld): Promise<void> {
  const { people } = (await (await fetch(`${sandbox.url}/people.json`)).json()) as { people: SandboxPerson[] };
  const numbers = people
    .flatMap((person) => [
      person.bvn,
      person.nin,
      ...person.accounts.map((account) => account.account_no ?? account.account_number ?? ""),
    ])
    .filter((text) => text.length >= 10);
  const { rows: tables } = await pool.query<{ name: string }>(
    `
      select format('%I.%I', table_schema, table_name) as name
      from information_schema.tables
      where table_schema in ('public', 'ledger', 'pgboss') and table_type = 'BASE TABLE'
    `,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n') as text from ${name} t`,
    );
    const text = (rows[0]?.text ?? "").replaceAll(SESSION_ID, "");
    if (numbers.some((number) => text.includes(number))) found.push(name);
    for (const [card] of text.matchAll(/(?<![\da-f-])(?:4\d{15}|5[1-5]\d{14}|506\d{13,16})(?![\da-f-])/g))
      if (isCard(card)) found.push(`${name}: card number`);
  }
  check(
    "no BVN, NIN, account or card number stands in the database in clear",
    found.length === 0 && numbers.length > 100,
    found.length > 0 ? found.join(", ") : `${numbers.length} numbers sought in ${tables.length} tables`,
  );
}
