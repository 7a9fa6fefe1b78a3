import * as calls from "@manilla/contract/platform/approvals";
import { roleSlugs, roles } from "@manilla/contract/roles";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const slugs = roleSlugs.filter((slug) => slug.startsWith("super_"));
type Person = Awaited<ReturnType<typeof api.person>>;
const other = await api.person("super_admin");
const { house } = api.app;
const kinds = [...house.approvals.keys()];

/** A pending request of a kind. */
async function waits(kind: string, maker: Person, payload: object = {}, status = "pending"): Promise<string> {
  const id = uuidv7();
  const known = { loan_ids: [], repayment_ids: [], roles: [], permissions: [], known: [], withheld: [], values: {} };
  await api.app.db
    .insertInto("approvals")
    .values({
      id,
      kind,
      status,
      title: `A request of the kind ${kind}`,
      payload: JSON.stringify({ id: uuidv7(), marker: id, ...known, ...payload }),
      amount_kobo: 1_234_567,
      maker_id: maker.user_id,
    })
    .execute();
  return id;
}

type Row = { id: string };
async function listOf(person: Person, filter: object, page = 1): Promise<Row[]> {
  const query = { filter: JSON.stringify(filter), limit: 100, page };
  const { items, page_count } = (await api.call(calls.listAll, { token: person.token, query })).body.datatable as {
    items: Row[];
    page_count: number;
  };
  return page < page_count ? [...items, ...(await listOf(person, filter, page + 1))] : items;
}
const find = async ({ token }: Person, id: string) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as
    | { may_decide: boolean; abilities: Record<string, string | null> }
    | undefined;

it.each(slugs)("waits for a %s: what the menu counts is what the list shows and what can be decided", async (slug) => {
  const person = await api.person(slug);
  const answer = await api.call(calls.waiting, { token: person.token });
  expect(answer.status).toBe(roles[slug].permissions.includes("provider:can_decide_approvals") ? 200 : 403);
  if (answer.status === 403) return;
  const made: string[] = [];
  // Each kind by somebody else, by the person themselves, about them, and decided already.
  for (const kind of kinds)
    made.push(
      await waits(kind, other),
      await waits(kind, person),
      await waits(kind, other, { user_id: person.user_id }),
      await waits(kind, other, {}, "approved"),
    );
  const mine = await listOf(person, { status: "pending", for_me: true });
  const { body } = await api.call(calls.waiting, { token: person.token });
  expect(body.data).toMatchObject({ to_decide: { count: mine.length, amount_kobo: mine.length * 1_234_567 } });
  const decided = new Set<string>();
  for (const [at, id] of made.entries()) {
    const isMine = mine.some((row) => row.id === id);
    const kind = kinds[Math.floor(at / 4)]!;
    // The page of some kinds shows records that are not there in this world.
    const found = await find(person, id);
    const verdict = isMine ? null : expect.any(String);
    if (found) expect(found).toMatchObject({ may_decide: isMine, abilities: { approve: verdict, decline: verdict } });
    const body = { version: 1, reason: "Not now" };
    const decision = { token: person.token, params: { id }, body, pages: "not opened" } as const;
    const { status } = await api.call(calls.decline, decision);
    if (isMine) expect([kind, status]).not.toEqual([kind, 403]);
    else expect(status, kind).toEqual(at % 4 === 3 ? 409 : 403);
    if (isMine) decided.add(kind);
  }
  expect([...decided].toSorted(), "the kinds of this role").toEqual(
    kinds.filter((kind) => roles[slug].permissions.includes(house.approvals.get(kind)!.permission)).toSorted(),
  );
});

it("does not wait for who typed the account, or holds the role", async () => {
  const [typist, borrower] = [await api.person("super_risk"), await api.person("staff")];
  await api.app.db
    .updateTable("profiles")
    .set({ account_typed_by: typist.user_id })
    .where("user_id", "=", borrower.user_id)
    .execute();
  const account = await waits("verify_bank_account", other, { user_id: borrower.user_id, person: "Test Person" });
  const holder = await api.person(["super_admin", "super_support"]);
  const role = await waits("change_role_permissions", other, { slug: "super_support" });
  const looks = async (person: Person, id: string) => [
    (await listOf(person, { for_me: true })).some((row) => row.id === id),
    (await find(person, id))?.abilities["approve"],
  ];
  expect(await looks(typist, account)).toEqual([false, "own_case"]);
  expect(await looks(holder, role)).toEqual([false, "own_case"]);
  const [risk, admin] = [await api.person("super_risk"), await api.person("super_admin")];
  expect(await looks(risk, account)).toEqual([true, null]);
  expect(await looks(admin, role)).toEqual([true, null]);
});

it("counts what was decided of one's own today as the list does that it opens", async () => {
  const maker = await api.person("super_admin");
  const [today, before, open] = [
    await waits("give_reward", maker),
    await waits("give_reward", maker),
    await waits("give_reward", maker),
  ];
  for (const [id, at] of [
    [today, "now()"],
    [before, "now() - interval '30 hours'"],
  ] as const)
    await api.database.pool.query(
      `update approvals set status = 'declined', decided_at = ${at}, checker_id = $2 where id = $1`,
      [id, other.user_id],
    );
  const { asked } = (await api.call(calls.waiting, { token: maker.token })).body.data as {
    asked: { pending: number; decided_today: number; today: string };
  };
  const { body } = await api.call(calls.listAll, {
    token: maker.token,
    query: {
      filter: JSON.stringify({ maker_id: maker.user_id }),
      rangeKey: "decided_at",
      rangeStart: asked.today,
      rangeEnd: asked.today,
    },
  });
  expect([asked.decided_today, (body.datatable as { items: { id: string }[] }).items.map(({ id }) => id)]).toEqual([
    1,
    [today],
  ]);
  expect([asked.pending, open !== today]).toEqual([1, true]);
});
