/** Lists are read from a real standby that streams from a real primary: never behind what the same person wrote, and from the primary when it is late, promoted or gone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as cards from "@manilla/contract/cards/cards";
import * as admissions from "@manilla/contract/companies/admissions";
import * as affiliates from "@manilla/contract/growth/affiliates";
import { uuidv7 } from "uuidv7";
import { type TestApi, startTestApi } from "../../../../test/api.ts";
import { type Pair, startPair } from "../../../../test/standby.ts";
import { createDatabase, createPool } from "./database.ts";
import { startReplica } from "./replica.ts";

type Person = Awaited<ReturnType<TestApi["person"]>>;

let pair: Pair;
let api: TestApi;
let [writer, reader] = [{} as Person, {} as Person];

/** Asks again until it is so; a standby follows within moments. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await isSo()); attempt += 1) {
    if (attempt > 300) throw new Error("It did not become so.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const replica = () => api.app.replica!;
const isReadFrom = () => replica().state().is_read_from;
const follows = () => until(async () => (await replica().readsOf(writer.user_id)) !== undefined);

let number = 0;
async function create(): Promise<string> {
  number += 1;
  const email = `partner-${number}@partners.example`;
  const body = { name: "Balogun Traders", email, phone: `0803000500${number}`, commission_percent: "1.5" };
  expect((await api.call(affiliates.create, { token: writer.token, body })).body).toMatchObject({ success: true });
  return email;
}
const seenBy = async ({ token }: Person, query: Record<string, string> = {}): Promise<string> => {
  const answer = await api.call(affiliates.listAll, { token, query });
  expect(answer.status).toBe(200);
  return JSON.stringify(answer.body);
};

/** A card of a company, by SQL: nobody has changed anything by a call. @returns its id */
async function card({ user_id, company_id }: { user_id: string; company_id: string }): Promise<string> {
  const id = uuidv7();
  const row = {
    id,
    kind: "company_debit",
    company_id,
    form: "virtual",
    status: "approved",
    user_id,
    issuer_reference: uuidv7(),
    requested_by: user_id,
  };
  await api.app.db.insertInto("cards").values(row).execute();
  return id;
}
const cardsOf = async (
  { token, company_id }: Person & { company_id: string },
  query: Record<string, string> = {},
): Promise<string> => {
  const answer = await api.call(cards.listAll, { token, query, params: { companyId: company_id } });
  expect(answer.status).toBe(200);
  return JSON.stringify(answer.body);
};

beforeAll(async () => {
  pair = await startPair();
  api = await startTestApi({
    DATABASE_URL: pair.primary.app_url,
    DATABASE_OWNER_URL: pair.primary.owner_url,
    DATABASE_REPLICA_URL: pair.standby.app_url,
  });
  writer = await api.person("super_admin");
  reader = await api.person("super_operations");
  await until(isReadFrom);
});
afterAll(async () => {
  await api.stop();
  await pair.stop();
});

describe("a list with a standby", () => {
  it("is read there: what others changed comes when it is replayed, what one changed oneself is there at once", async () => {
    const first = await create();
    await follows();
    await until(async () => (await seenBy(reader)).includes(first));
    await pair.onStandby("select pg_wal_replay_pause()");
    const second = await create();
    // Who wrote reads from the primary as long as the standby lacks it.
    expect(await seenBy(writer)).toContain(second);
    expect(isReadFrom(), "it is little behind").toBe(true);
    expect(await seenBy(reader)).not.toContain(second);
    await pair.onStandby("select pg_wal_replay_resume()");
    await until(async () => (await seenBy(reader)).includes(second));
  });

  it("is exported from it as well", async () => {
    const third = await create();
    await until(async () => (await seenBy(reader)).includes(third));
    await pair.onStandby("select pg_wal_replay_pause()");
    const fourth = await create();
    const csv = await seenBy(reader, { exportType: "csv" });
    expect([csv.includes(third), csv.includes(fourth)]).toEqual([true, false]);
    await pair.onStandby("select pg_wal_replay_resume()");
    await follows();
  });

  it("answers a company with its own rows only, as a page and as a file", async () => {
    const owner = async () => {
      const company_id = await api.company();
      return { company_id, ...(await api.person("company_super_admin", { company_id })) };
    };
    const [one, other] = [await owner(), await owner()];
    const [mine, foreign] = [await card(one), await card(other)];
    await follows();
    await until(async () => (await cardsOf(one)).includes(mine));
    await pair.onStandby("select pg_wal_replay_pause()");
    const later = await card(one);
    expect(isReadFrom()).toBe(true);
    const page = await cardsOf(one);
    expect(
      [mine, later, foreign].map((id) => page.includes(id)),
      "from the standby, its own",
    ).toEqual([true, false, false]);
    const { text } = JSON.parse(await cardsOf(one, { exportType: "csv" })) as { text: string };
    expect(text.trim().split("\n"), "headings and its one card").toHaveLength(2);
    await pair.onStandby("select pg_wal_replay_resume()");
    await follows();
  });

  it("counts its statistics there, with what who asks has changed, and on the primary where it fails", async () => {
    const counted = async ({ token }: Person): Promise<number> => {
      const { body } = await api.call(admissions.statistics, { token });
      const { by_status } = body.data as { by_status: { companies: number }[] };
      return by_status.reduce((sum, { companies }) => sum + companies, 0);
    };
    const other = await api.person("super_admin");
    await follows();
    const before = await counted(other);
    await pair.onStandby("select pg_wal_replay_pause()");
    await api.company();
    expect(await counted(other), "from the standby").toBe(before);
    await create();
    expect(await counted(writer), "who has changed something since: from the primary").toBe(before + 1);
    await pair.onStandby("select pg_wal_replay_resume()");
    await until(async () => (await counted(other)) === before + 1);
    const gone = createPool("postgres://manilla_app@127.0.0.1:1/manilla", 2);
    const whole = api.app.replica;
    api.app.replica = { ...replica(), readsOf: async () => ({ pool: gone, db: createDatabase(gone) }) };
    expect(await counted(other)).toBe(before + 1);
    expect(isReadFrom(), "it is left alone for now").toBe(false);
    api.app.replica = whole;
    await gone.end();
    await until(isReadFrom);
  });

  it("is read from the primary where the standby fails in the middle", async () => {
    const gone = createPool("postgres://manilla_app@127.0.0.1:1/manilla", 2);
    const whole = api.app.replica;
    api.app.replica = { ...replica(), readsOf: async () => ({ pool: gone, db: createDatabase(gone) }) };
    const fifth = await create();
    expect(await seenBy(reader)).toContain(fifth);
    expect(isReadFrom(), "it is left alone for now").toBe(false);
    api.app.replica = whole;
    await gone.end();
    await until(isReadFrom);
  });

  it("is read from the primary when the standby is late, and from the standby when it has caught up", async () => {
    const impatient = startReplica(api.app.db, { url: pair.standby.app_url, connections: 2, max_behind: 600 });
    const readsOf = () => impatient.readsOf(reader.user_id);
    await until(async () => (await readsOf()) !== undefined);
    await pair.onStandby("select pg_wal_replay_pause()");
    await create();
    await until(async () => (await readsOf()) === undefined);
    expect(impatient.state().is_read_from).toBe(false);
    await pair.onStandby("select pg_wal_replay_resume()");
    await until(async () => (await readsOf()) !== undefined);
    await impatient.stop();
  });

  it("is read from the primary once the standby was promoted, and when it is gone", async () => {
    await follows();
    await pair.onStandby("select pg_promote()");
    await until(() => !isReadFrom());
    const last = await create();
    expect(await seenBy(reader)).toContain(last);
    await pair.standby.stop();
    const gone = await create();
    expect(await seenBy(reader)).toContain(gone);
    expect((await fetch(`${api.address}/readyz`).then((answer) => answer.json())) as object).toMatchObject({
      status: "ready",
      replica: { is_read_from: false },
    });
  });
});
