/** A company's staff of 5,000 from a file, beside the import of as many customers in the same run: the row of issue 12, section 6. */
import * as people from "@manilla/contract/people/imports";
import * as staff from "@manilla/contract/companies/staff-imports";
import { uuidv7 } from "uuidv7";
import type { App } from "../../apps/api/src/house/app.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { runStaffImport } from "../../apps/api/src/modules/companies/staff-imports/noun.ts";
import { runImport } from "../../apps/api/src/modules/people/imports/index.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { startBenchApp } from "./world.ts";

const ROUNDS = 3;

let serial = 0;
const phone = (): string => `0805${String(1_000_000 + (serial += 1))}`;
const linesOf = (rows: number, line: () => string): string[] => Array.from({ length: rows }, line);

/** Uploads a file. @returns the import's id */
async function upload(address: string, path: string, token: string, lines: readonly string[]): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([lines.join("\n")]), "people.csv");
  const answer = await fetch(`${address}/api${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "idempotency-key": uuidv7() },
    body,
  });
  const { data } = (await answer.json()) as { data?: { import: { id: string } } };
  if (!data) throw new Error(`The file was refused: ${answer.status}.`);
  return data.import.id;
}

/** A company with room for them, and who uploads. */
async function companyOf(app: App): Promise<string> {
  const company_id = uuidv7();
  const row = { name: "Bench staff", status: "approved", unique_plan: "Enterprise", profile_completed_at: new Date() };
  await app.db
    .insertInto("companies")
    .values({ id: company_id, ...row })
    .execute();
  const user_id = await app.db
    .transaction()
    .execute((tx) =>
      createPerson(tx, app, {
        name: "Bench",
        last_name: "Staff",
        email: `staff-${company_id}@bench.example`,
        phone: null,
        password_hash: null,
        change_password_at: new Date(),
        company_id,
        roles: ["company_super_admin"],
      }),
    );
  return (await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "bench" })).token;
}

/** @param options.quick a tenth of the rows */
export async function benchStaff(options: {
  url: string;
  app_url: string;
  folder: string;
  quick: boolean;
}): Promise<Figure[]> {
  const rows = options.quick ? 500 : 4_990;
  const { app, token, stop } = await startBenchApp(options);
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const rate = async (id: string, run: (app: App, id: string) => Promise<unknown>): Promise<number> => {
    const since = performance.now();
    await run(app, id);
    const { created_count } = await app.db
      .selectFrom("imports")
      .select("created_count")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (created_count !== rows) throw new Error(`${created_count} of ${rows} people were made.`);
    return (rows / (performance.now() - since)) * 1_000;
  };
  const rounds: { customers: number; employees: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const customers = linesOf(rows, () => `Ada Person,import-${(serial += 1)}@bench.example,${phone()},1990-01-01`);
    const head = "Full name,E-mail,Phone number,Date of birth";
    const first = await upload(address, people.createMany.path, token, [head, ...customers]);
    const employees = linesOf(rows, () => `Person Many,many-${(serial += 1)}@bench.example,${phone()}`);
    const second = await upload(address, staff.createMany.path, await companyOf(app), [
      "name,email,phone",
      ...employees,
    ]);
    rounds.push({ customers: await rate(first, runImport), employees: await rate(second, runStaffImport) });
  }
  await server.close();
  await stop();
  return [
    {
      name: `a company's staff of ${rows} from a file, people a second`,
      ours: median(rounds.map(({ employees }) => employees)),
      baseline: median(rounds.map(({ customers }) => customers)),
      ratio: median(rounds.map(({ employees, customers }) => employees / customers)),
      target: "≥ 0.5",
      note: `beside the import of as many customers, ${ROUNDS} rounds`,
      load: loadNow(),
    },
  ];
}
