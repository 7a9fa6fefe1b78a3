/** What the underwriter's queues say of each case: what the rules say, with whom it is, since when it waits, what is asked. */
import * as loans from "@manilla/contract/lending/loans";
import * as people from "@manilla/contract/people/people";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const query = (text: string, values: unknown[] = []) => world.api.database.pool.query(text, values);

it("says what the rules say, with whom the case is and since when it waits, to who may see it", async () => {
  const risk = await world.api.person("super_risk");
  const { id, customer } = await world.loan({ status: "requested" });
  const { user_id } = customer;
  await query("update users set assigned_to = $1, status = 'processing', profile_status = 'verified' where id = $2", [
    risk.user_id,
    user_id,
  ]);
  await query("delete from credit_decisions where user_id = $1", [user_id]);
  const rows = async (token = risk.token, filter: object = {}) => {
    const of = { limit: 100, filter: JSON.stringify({ user_id, ...filter }) };
    const { body } = await world.api.call(loans.listAll, { token, query: of });
    return (body.datatable as { items: Record<string, unknown>[] } | undefined)?.items;
  };
  expect((await rows())?.[0]).toMatchObject({ id, rules_say: null, assigned_to: { id: risk.user_id } });
  const {
    rows: [set],
  } = await query("select id, number from rule_sets limit 1");
  for (const [final, minutes] of [
    ["approved", 10],
    ["declined", 1],
  ] as const)
    await query(
      `insert into credit_decisions
         (id, user_id, loan_id, rule_set_id, rule_set_number, occasion, outcome, final_outcome, score, limit_kobo, judgement, decided_at)
       values ($1, $2, $3, $4, $5, 'by_hand', 'approved', $6, 0, 0, '{"reasons": []}', now() - make_interval(mins => $7))`,
      [uuidv7(), user_id, id, set.id, set.number, final, minutes],
    );
  await query(
    `insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, happened_at)
     values ($1, 'case', $2, 'incomplete-1', 'processing', 'Ada', '2026-01-05T10:00:00Z')`,
    [uuidv7(), user_id],
  );
  // The newest counts, and an overruled one as it was overruled.
  expect((await rows(risk.token, { rules_say: ["declined"] }))?.[0]).toMatchObject({ id, rules_say: "declined" });
  expect(await rows(risk.token, { rules_say: ["approved"] })).toEqual([]);
  const finance = await world.api.person("super_finance");
  expect((await rows(finance.token))?.[0]).toMatchObject({ id, rules_say: null });
  expect(await rows(finance.token, { rules_say: ["declined"] }), "nor is it found out by a filter").toBeUndefined();
  const page = async (token: string) =>
    ((await world.api.call(loans.find, { token, params: { id } })).body.data as { loan: Record<string, unknown> }).loan;
  expect(await page(finance.token), "nor on its page").toMatchObject({ rules: null, rules_say: null });
  expect(await page(risk.token)).toMatchObject({
    rules: { outcome: expect.any(String) },
    rules_say: expect.any(String),
  });

  const person = async (token: string) =>
    (
      (await world.api.call(people.listAll, { token, query: { limit: 100 } })).body.datatable as {
        items: Record<string, unknown>[];
      }
    ).items.find((row) => row["id"] === user_id);
  const {
    rows: [loan],
  } = await query("select principal_kobo from loans where id = $1", [id]);
  expect(await person(risk.token)).toMatchObject({
    rules_say: "declined",
    asked_kobo: Number(loan.principal_kobo),
    waits_since: "2026-01-05T10:00:00.000Z",
  });
  const sales = await world.api.person("super_sales_agent");
  expect(await person(sales.token)).toMatchObject({ rules_say: null, asked_kobo: null });
});

it("puts whose application has waited longest first, and who does not wait behind them", async () => {
  const risk = await world.api.person("super_risk");
  const people_of = async (query: object) =>
    (
      (
        await world.api.call(people.listByStatus, {
          token: risk.token,
          params: { status: "process" },
          query: { limit: 100, sortColumn: "waits_since", ...query },
        })
      ).body.datatable as { items: { id: string; waits_since: string | null }[] }
    ).items;
  // Registered in this order, complete in another one; who is accepted is in the queue and waits for no underwriter.
  const ids: string[] = [];
  for (const [status, ready] of [
    ["processing", "2026-01-03T10:00:00Z"],
    ["processing", "2026-01-01T10:00:00Z"],
    ["processed", "2026-01-02T10:00:00Z"],
    ["accepted", "2026-01-01T09:00:00Z"],
  ] as const) {
    const { user_id } = await world.api.person("staff");
    await query("update users set status = $1 where id = $2", [status, user_id]);
    await query(
      `insert into transitions (id, noun, subject_id, to_state, actor_name, happened_at)
       values ($1, 'case', $2, 'processing', 'Ada', $3)`,
      [uuidv7(), user_id, ready],
    );
    ids.push(user_id);
  }
  const [third, first, second, idle] = ids as [string, string, string, string];
  const ours = (rows: { id: string }[]) => rows.map(({ id }) => id).filter((id) => ids.includes(id));
  expect(ours(await people_of({ sortOrder: "asc" }))).toEqual([first, second, third, idle]);
  expect(ours(await people_of({ sortOrder: "desc" }))).toEqual([idle, third, second, first]);
  expect((await people_of({ sortOrder: "desc" })).find(({ id }) => id === idle)?.waits_since).toBeNull();
  // A case that comes back waits anew.
  await query(
    `insert into transitions (id, noun, subject_id, to_state, actor_name, happened_at)
     values ($1, 'case', $2, 'processing', 'Ada', '2026-01-04T10:00:00Z')`,
    [uuidv7(), first],
  );
  expect(ours(await people_of({ sortOrder: "asc" }))).toEqual([second, third, first, idle]);
  // History that is put right is what counts.
  await query(
    "update transitions set happened_at = '2026-01-01T08:00:00Z' where subject_id = $1 and happened_at = $2",
    [first, "2026-01-04T10:00:00Z"],
  );
  expect(ours(await people_of({ sortOrder: "asc" }))).toEqual([first, second, third, idle]);
});
