/** What row-level security costs a list: a company's own loans and a customer's own page, by the role that it holds to, beside the same application without that role. */
import * as loans from "@manilla/contract/lending/loans";
import fastify from "fastify";
import cookie from "@fastify/cookie";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import type { App } from "../../apps/api/src/house/app.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { serve } from "../../apps/api/src/http/serve.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { startLoad } from "./load.ts";
import { fillLoans, fillPeople, startBenchApp } from "./world.ts";

const ROUNDS = 7;
const SECONDS = 1.5;
const LOANS = 100_000;
const OF_THE_COMPANY = 2_000;

/** A company whose people have some of the loans, and its administrator. */
async function makeCompany(app: App, url: string): Promise<string> {
  const company_id = uuidv7();
  await app.db
    .insertInto("companies")
    .values({
      id: company_id,
      name: "Bench Company",
      status: "approved",
      profile_completed_at: new Date(),
      unique_plan: "Growth",
    })
    .execute();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(
    `
      with few as (select id, user_id from loans limit ${OF_THE_COMPANY}),
        changed as (
          update loans l set company_id = $1 from few where few.id = l.id returning l.user_id
        ) update users u
      set company_id = $1
      from changed
      where changed.user_id = u.id
    `,
    [company_id],
  );
  await owner.query("vacuum analyze loans");
  await owner.query("vacuum analyze users");
  await owner.end();
  const user_id = await app.db
    .transaction()
    .execute((tx) =>
      createPerson(tx, app, {
        name: "Bench",
        last_name: "Owner",
        email: `${uuidv7()}@company.example`,
        phone: null,
        password_hash: null,
        change_password_at: new Date(),
        roles: ["company_super_admin"],
        company_id,
      }),
    );
  return (await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "bench" })).token;
}

/** @returns requests a second with the wall beside those without it */
export async function benchSecondWall(options: { url: string; app_url: string; folder: string }): Promise<Figure[]> {
  await fillPeople(options.url, LOANS);
  await fillLoans(options.url, LOANS);
  const { app, stop } = await startBenchApp(options);
  const token = await makeCompany(app, options.url);
  const addresses: string[] = [];
  const servers = await Promise.all(
    [true, false].map(async (has_tenant_role) => {
      const server = fastify();
      await server.register(cookie);
      const served = app.house.calls.find(({ call }) => call === loans.listOfCompany)!;
      serve(server, { ...app, has_tenant_role }, served.call, served.handler);
      addresses.push(await server.listen({ port: 0, host: "127.0.0.1" }));
      return server;
    }),
  );
  const load = startLoad();
  const headers = { authorization: `Bearer ${token}` };
  const figures: Figure[] = [];
  for (const [what, query] of [
    ["newest first", "?limit=20"],
    ["by amount, past due only", '?limit=20&filter={"status":["past_due"]}&sortColumn=principal_kobo&sortOrder=desc'],
  ] as const) {
    const ask = async (address: string): Promise<number> =>
      (
        await load.run({
          url: `${address}${loans.listOfCompany.path}${query.replaceAll('"', "%22")}`,
          headers,
          seconds: SECONDS,
          in_flight: 8,
        })
      ).rate;
    const rounds: { walled: number; open: number }[] = [];
    for (const address of addresses) await ask(address);
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ walled: await ask(addresses[0] ?? ""), open: await ask(addresses[1] ?? "") });
    figures.push({
      name: `row-level security, a company's loans, ${what}, pages a second`,
      ours: median(rounds.map(({ walled }) => walled)),
      baseline: median(rounds.map(({ open }) => open)),
      ratio: median(rounds.map(({ walled, open }) => walled / open)),
      target: "≥ 0.85",
      load: loadNow(),
      note: `${ROUNDS} rounds`,
    });
  }
  load.stop();
  for (const server of servers) await server.close();
  await stop();
  return figures;
}
