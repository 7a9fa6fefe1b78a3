/** The world of bulk payments: a company with money, its people, and our staff. */
import type pg from "pg";
import { uuidv7 } from "uuidv7";
import type { App } from "../../apps/api/src/house/app.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { receiveForCompany } from "../../apps/api/src/modules/money/receipts/index.ts";
import { SYSTEM } from "../../apps/api/src/modules/platform/audit/index.ts";

export const DAY = "2026-01-15";
export const COMPANY = "00000000-0000-4000-8000-000000000001";
const personOf = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`;

export interface World {
  owner: pg.Pool;
  app: App;
  address: string;
  /** Of our staff, of the company's administrator, and of its finance manager. */
  staff: string;
  admin: string;
  finance: string;
}

export const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** @throws unless it is answered with 200 */
export async function ask<Data>(
  { address }: World,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": uuidv7(),
      ...(body && !isForm && { "content-type": "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** A company with money, an administrator and a finance manager. Its batches are not looked at. */
export async function prepareCompany(owner: pg.Pool, app: App): Promise<{ admin: string; finance: string }> {
  await owner.query(
    `insert into companies (id, name, status, unique_plan, profile_completed_at) values ($1, 'Bench company', 'approved', 'Growth', now())`,
    [COMPANY],
  );
  await owner.query(
    `
      insert into users (id, name, last_name, email, company_id, status, profile_status, change_password_at)
      select u.id, 'Person', u.role, u.role || '@bench-company.example', $1, 'processed', 'activated', now()
      from (values ($2::uuid, 'admin'), ($3::uuid, 'finance')) u (id, role)
    `,
    [COMPANY, personOf(1), personOf(2)],
  );
  await owner.query(
    "insert into user_roles (user_id, role) values ($1, 'company_super_admin'), ($2, 'company_finance_manager')",
    [personOf(1), personOf(2)],
  );
  await owner.query("update configuration set value = '1000000' where key = 'batch_review_payees'");
  await owner.query(
    "update configuration set value = '900000000000' where key in ('company_review_from_kobo', 'refund_alone_kobo')",
  );
  // The key with which a person's fields are encrypted is made when they are.
  for (const n of [1, 2])
    await owner.query("update users set data_key = $2 where id = $1 and data_key is null", [
      personOf(n),
      app.encryption.createKey(personOf(n)),
    ]);
  const paid = { amount_kobo: 900_000_000_000n, channel: "bank_transfer", source: "bank_operating" } as const;
  await app.db
    .transaction()
    .execute((tx) =>
      receiveForCompany(tx, app, { ...paid, company_id: COMPANY, reference: "BENCH-1", on: DAY, actor: SYSTEM }),
    );
  const tokenOf = async (user_id: string) =>
    (await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "bench" })).token;
  return { admin: await tokenOf(personOf(1)), finance: await tokenOf(personOf(2)) };
}
