import type { Database, Tx } from "../../../db/database.ts";
import { NotFound } from "../../../errors.ts";

/** A personal customer, for those who may see any. @throws NotFound for staff of the provider, the erased and the unknown */
export async function requireCustomer(
  db: Database | Tx,
  id: string,
): Promise<{ id: string; name: string; last_name: string; email: string }> {
  const person = await db
    .selectFrom("users")
    .select(["id", "name", "last_name", "email"])
    .where("id", "=", id)
    .where("is_customer", "=", true)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (!person) throw new NotFound("This person");
  return person;
}
