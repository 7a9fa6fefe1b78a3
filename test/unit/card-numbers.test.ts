/** Card numbers are kept nowhere (promise D2): refused in every field of every call and in names of files, hidden in lists that are imported. */
import * as imports from "@manilla/contract/people/imports";
import * as onboarding from "@manilla/contract/people/onboarding";
import * as people from "@manilla/contract/people/people";
import { roleSlugs } from "@manilla/contract/roles";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { z } from "zod";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import { runImport } from "../../apps/api/src/modules/people/imports/index.ts";
import { readNotification } from "../../apps/api/src/outside/partner-bank/notification.ts";
import { useTestApi } from "../world.ts";

const api = await useTestApi();
const CARD = "4111 1111 1111 1111";
const MESSAGE = "this field must not contain a card number";
const ID = "00000000-0000-7000-8000-000000000000";

/** Every text of the database that has the number, whatever stands between its digits. */
async function kept(): Promise<string[]> {
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss', 'ledger')",
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rowCount } = await api.database.pool.query(
        `select 1 from ${name} t where regexp_replace(t::text, '[ .-]', '', 'g') like '%4111111111111111%' limit 1`,
      );
      return rowCount ? [name] : [];
    }),
  );
  return found.flat();
}

it("every call refuses a card number in whichever field it is sent", async () => {
  const company_id = uuidv7();
  await api.app.db
    .insertInto("companies")
    .values({ id: company_id, name: "Lagoon Foods", profile_completed_at: new Date(), unique_plan: "Growth" })
    .execute();
  const tokens = new Map<string, string>();
  for (const role of roleSlugs) {
    const { token, user_id } = await api.person(role, role.startsWith("company_") ? { company_id } : {});
    await api.app.db
      .updateTable("profiles")
      .set({ employment_status: "employed", salary_kobo: 1n, account_no_encrypted: Buffer.from("x"), address: "x" })
      .where("user_id", "=", user_id)
      .execute();
    tokens.set(role, token);
  }
  let tried = 0;
  for (const { name, call } of allCalls().filter(
    ({ call: { method, path } }) => method !== "GET" && !path.startsWith("/webhooks/"),
  )) {
    const shape = z.toJSONSchema(call.body, { io: "input", unrepresentable: "any" }) as { properties?: object };
    const token = tokens.get(roleSlugs.find((role) => mayCall(call, role)) ?? "");
    for (const field of Object.keys(shape.properties ?? {}).filter((each) => !each.includes("password"))) {
      const { body } = await api.call(call, {
        token: call.can === "public" ? undefined : token,
        params: new Proxy({}, { get: () => ID }),
        body: { [field]: `see ${CARD}` },
      });
      expect(body.errors?.[field], `${name} ${field}`).toEqual([MESSAGE]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(300);
  expect(await kept()).toEqual([]);
});

it("neither a comment, an address, a search, a file's name nor a line of an import keeps one", async () => {
  const staff = await api.person("super_operations");
  const { token, user_id } = await api.person("staff");
  const refusals = [
    await api.call(people.addComment, {
      token: staff.token,
      params: { id: user_id },
      body: { text: `paid by ${CARD}` },
    }),
    await api.call(onboarding.updateProfile, { token, body: { address: `5399-8383-8383-8381 Road, Lagos` } }),
    await api.call(people.listAll, { token: staff.token, query: { search: CARD } }),
  ];
  expect(refusals.map(({ status, body }) => [status, Object.values(body.errors)])).toEqual(
    refusals.map(() => [422, [[MESSAGE]]]),
  );
  const file = (name: string, text: string): FormData => {
    const data = new FormData();
    data.set("file", new Blob([text]), name);
    return data;
  };
  const heading = "name,email,phone,address,remark";
  const line = `Ada Obi,ada@mail.example,08031000001,"${CARD} Road, Lagos",4111111111111111`;
  const named = await api.call(imports.createMany, {
    token: staff.token,
    body: file(`${CARD}.csv`, `${heading}\n${line}`),
  });
  expect([named.status, named.body.errors]).toEqual([
    422,
    { file: ["this file's name must not contain a card number"] },
  ]);
  const begun = await api.call(imports.createMany, {
    token: staff.token,
    body: file("people.csv", `${heading}\n${line}`),
  });
  await runImport(api.app, (begun.body.data as { import: { id: string } }).import.id);
  const { rows } = await api.database.pool.query("select address from profiles where address like '%Road%'");
  expect(rows).toEqual([{ address: "•••• 1111 Road, Lagos" }]);
  expect(await kept()).toEqual([]);
});

it("nor does what the partner bank and the issuer send: a sender's words and a shop's name are masked when they are read", () => {
  const sent = readNotification({
    sessionid: "0".repeat(30),
    craccount: "0123456789",
    amount: "100.00",
    originatorname: `ADA ${CARD}\n\u202E`,
    narration: `for card ${CARD}`,
  });
  expect([sent?.narration, sent?.sender.name]).toEqual(["for card •••• 1111", "ADA •••• 1111"]);
});
