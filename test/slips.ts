/** The evidence that tests bring for money recorded by hand. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import { createHash } from "node:crypto";
import type { App } from "../apps/api/src/house/app.ts";

const ASKS =
  /\/(settle|pay-fraction|settle-many|back-date|mark-as-reimbursed|remittances|waive|end-return|charge-off|(loans|disputes|settlements\/lines|owed|reports\/lines)\/\{id\}\/write-off|claims\/\{id\}\/lose|receipts\/\{id\}\/reverse|\{id\}\/reward)$/;

/** Slips of who has this token, each of another file, which is nowhere. */
export async function slipsOf({ db }: Pick<App, "db">, count: number, token = ""): Promise<string[]> {
  const hash = createHash("sha256").update(token).digest();
  const { rows } = await sql<{ id: string }>`
    insert into slips (id, original_name, media_type, digest, storage_name, uploaded_by)
    select gen_random_uuid(), 'slip.pdf', 'application/pdf', uuid_send(gen_random_uuid()), 'nowhere', u.id
    from (
        select coalesce(
          (select user_id from sessions where token_hash = ${hash}),
          (select id from users order by id limit 1)
        ) as id
      ) u,
      generate_series(1, ${count}::int)
    returning id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** One of its own each time. */
export const slipOf = async (app: Pick<App, "db">, token?: string): Promise<string> =>
  (await slipsOf(app, 1, token))[0]!;

/** The slip of each idempotency key: a request that is sent again brings what it brought. */
const brought = new Map<string, Promise<string>>();

/** The body with a slip, for calls that ask for one, unless the test says itself what it brings. */
export async function withSlip(
  app: App,
  { path }: Endpoint,
  body: unknown,
  { key, token }: { key?: string | null; token?: string },
): Promise<unknown> {
  if (!ASKS.test(path) || typeof body !== "object" || body === null || "slip_id" in body) return body;
  const slip = (key && brought.get(key)) || slipOf(app, token);
  if (key) brought.set(key, slip);
  return { ...body, slip_id: await slip };
}
