/**
 * Addresses and numbers of other customers in a record of the trail. The record is sealed with the key of the person whom it is about, or with none; another
 * customer who is erased later would stay readable in it for ever. So their e-mail address or phone number is written as their id, which says nothing once they are erased.
 */
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<!\d)(?:\+?234|0)[ -]?[789][ -]?[01](?:[ -]?\d){8}(?!\d)/g;
/** As stored in the table of people. */
const plain = (mention: string): string =>
  mention.includes("@") ? mention.toLowerCase() : `+234${mention.replace(/\D/g, "").slice(-10)}`;

function inEvery(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => inEvery(item, change));
  if (value !== null && typeof value === "object" && !(value instanceof Date))
    return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, inEvery(item, change)]));
  return value;
}

/** @param about whose record this is: what is theirs stays, under their key */
export async function withoutOthers<Part>(tx: Tx | Database, part: Part, about: string | null): Promise<Part> {
  const found = new Set<string>();
  inEvery(part, (text) => {
    for (const [mention] of text.matchAll(ADDRESS)) found.add(plain(mention));
    return text;
  });
  if (found.size === 0) return part;
  const { rows } = await sql<{ id: string; word: string }>`
    select id, lower(email) as word
    from users
    where is_customer and id is distinct from ${about}::uuid and lower(email) = any(${[...found]}::text[])
    union all select id, phone
    from users
    where is_customer and id is distinct from ${about}::uuid and phone = any(${[...found]}::text[])
  `.execute(tx);
  const others = new Map(rows.map(({ id, word }) => [word, id]));
  // The shape is kept; only texts within it are changed.
  return inEvery(part, (text) =>
    text.replaceAll(ADDRESS, (mention) =>
      others.has(plain(mention)) ? `customer ${others.get(plain(mention))}` : mention,
    ),
  ) as Part;
}
