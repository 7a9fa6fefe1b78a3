/** The evidence that tests bring for money recorded by hand. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../apps/api/src/house/app.ts";

const ASKS = /\/(settle|pay-fraction|settle-many|back-date|mark-as-reimbursed|remittances)$/;

/** A slip of its own each time; its file is nowhere. */
export async function slipOf({ db }: Pick<App, "db">): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into slips (id, original_name, media_type, digest, storage_name, uploaded_by)
    select ${uuidv7()}::uuid, 'slip.pdf', 'application/pdf', uuid_send(gen_random_uuid()), 'nowhere', id
    from users
    order by id
    limit 1
    returning id
  `.execute(db);
  return rows[0]!.id;
}

/** The body with a slip, for calls that ask for one, unless the test says itself what it brings. */
export async function withSlip(app: App, { path }: Endpoint, body: unknown): Promise<unknown> {
  const asks = ASKS.test(path) && typeof body === "object" && body !== null && !("slip_id" in body);
  return asks ? { ...body, slip_id: await slipOf(app) } : body;
}
