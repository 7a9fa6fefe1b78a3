import { uuidv7 } from "uuidv7";
import type { App, NewPerson } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";

/** Makes a person with an own key, an empty profile and their roles. */
export async function createPerson(
  tx: Tx,
  { encryption }: Pick<App, "encryption">,
  person: NewPerson,
): Promise<string> {
  const id = uuidv7();
  const { roles, created_at, ...columns } = person;
  await tx
    .insertInto("users")
    .values({ id, data_key: encryption.createKey(id), ...columns, ...(created_at && { created_at }) })
    .execute();
  await tx.insertInto("profiles").values({ user_id: id }).execute();
  await tx
    .insertInto("user_roles")
    .values(roles.map((role) => ({ user_id: id, role, granted_by: person.created_by ?? null })))
    .execute();
  return id;
}

/** `+234…` from any of the spellings that the phone rule accepts. */
export const normalPhone = (phone: string): string => phone.replace(/\s/g, "").replace(/^\+?(234|0)/, "+234");

/** First word and the rest: the form asks for one full name, the record keeps two. */
export function splitName(name: string): { name: string; last_name: string } {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { name: first, last_name: rest.join(" ") };
}

export { recordActivity } from "./activities.ts";
export { addNote } from "./comments.ts";
export { requireCustomer } from "./customers.ts";
export { reconsider } from "./decisions.ts";
export { peopleOfQueue } from "./lists.ts";
