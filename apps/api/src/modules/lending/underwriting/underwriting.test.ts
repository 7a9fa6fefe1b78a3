import * as calls from "@manilla/contract/lending/underwriting";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { type PeopleWorld, inPeopleWorld } from "../../../../../../test/people-world.ts";

let world: PeopleWorld;
let api: PeopleWorld["api"];
inPeopleWorld((made) => void ({ api } = world = made));

type Run = { outcome: string; checks: { name: string; outcome: string }[]; run_by: string | null };
let counter = 0;
/** Each for a reason of its own: the same request a moment later is a second click. */
const verify = (id: string, token = world.staff.token) => {
  counter += 1;
  return api.call(calls.verifications, { token, params: { id }, body: { reason: `Request ${counter}` } });
};
const runsOf = async (id: string): Promise<Run[]> =>
  ((await api.call(calls.runs, { token: world.staff.token, params: { id } })).body.data as { runs: Run[] }).runs;
const outcomeOf = (run: Run, name: string) => run.checks.find((check) => check.name === name)?.outcome;

describe("the checks that an underwriter runs", () => {
  it("ask no credit bureau before the person has agreed, and are kept with who ran them", async () => {
    const { user_id } = await world.customer();
    const { run } = (await verify(user_id)).body.data as { run: Run };
    expect([run.outcome, outcomeOf(run, "bureau"), outcomeOf(run, "identity")]).toEqual([
      "failed",
      "attention",
      "failed",
    ]);
    expect(await runsOf(user_id)).toMatchObject([{ outcome: "failed", run_by: "Test Person" }]);
    expect(
      (await api.call(calls.creditSummary, { token: world.staff.token, params: { id: user_id } })).body.data,
    ).toEqual({ summary: null });
    const { rows } = await api.database.pool.query(
      "select actor_id, after from audit_records where action = 'checks_run' and subject_id = $1",
      [user_id],
    );
    expect(rows).toEqual([{ actor_id: world.staff.user_id, after: { outcome: "failed", bureau_asked: false } }]);
  });

  it("ask it with the consent, and keep its report with that consent", async () => {
    const person = await world.customer();
    await world.verifyBvn(person);
    const { run } = (await verify(person.user_id)).body.data as { run: Run };
    expect(outcomeOf(run, "identity")).toBe("passed");
    const { rows } = await api.database.pool.query(
      `select c.user_id, r.fetched_by from bureau_reports r join consents c on c.id = r.consent_id where r.user_id = $1`,
      [person.user_id],
    );
    expect(rows).toEqual([{ user_id: person.user_id, fetched_by: world.staff.user_id }]);
    const { loanbot_status } = await api.app.db
      .selectFrom("users")
      .select("loanbot_status")
      .where("id", "=", person.user_id)
      .executeTakeFirstOrThrow();
    expect(loanbot_status).toBe(run.outcome);
    await verify(person.user_id);
    expect(await runsOf(person.user_id), "each run is kept").toHaveLength(2);
  });

  it("are of customers, and nobody's who may not decide about them", async () => {
    const { user_id, token } = await world.customer();
    expect((await verify(uuidv7())).status).toBe(404);
    expect((await verify(world.staff.user_id)).status).toBe(404);
    expect((await verify(user_id, token)).status).toBe(403);
    expect(await runsOf(user_id)).toEqual([]);
  });

  it("are twenty an hour for one person", async () => {
    const { user_id } = await world.customer();
    for (let times = 0; times < 20; times += 1) expect((await verify(user_id)).status).toBe(200);
    expect((await verify(user_id)).status).toBe(429);
    expect((await verify((await world.customer()).user_id)).status).toBe(200);
  });
});

describe("what others said of a person", () => {
  it("is shown next to what they said themselves, without their numbers", async () => {
    const person = await world.customer();
    await world.verifyBvn(person);
    const { body } = await api.call(calls.thirdPartyData, { token: world.staff.token, params: { id: person.user_id } });
    const { sources, consents } = body.data as {
      sources: { source: string; fields: { field: string; agrees: boolean | null }[] }[];
      consents: { kind: string }[];
    };
    const register = sources.find(({ source }) => source === "Bank register");
    expect(register?.fields.find(({ field }) => field === "name")?.agrees).toBe(true);
    expect(consents.map(({ kind }) => kind)).toContain("bvn");
    expect(JSON.stringify(body)).not.toContain(person.someone.bvn);
  });

  it("has no analysis before a statement came, and another person's statement is not theirs", async () => {
    const { user_id } = await world.customer();
    const ask = (query: Record<string, string>) =>
      api.call(calls.statementAnalysis, { token: world.staff.token, params: { id: user_id }, query });
    expect((await ask({})).body.data).toEqual({ analysis: null });
    expect((await ask({ document_id: uuidv7() })).status).toBe(404);
  });
});
