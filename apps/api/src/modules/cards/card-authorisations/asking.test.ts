import * as calls from "@manilla/contract/cards/card-authorisations";
import { expect, it } from "vitest";
import { clock } from "../../../clock.ts";
import { cardInUse, deliver, issuerBody, purseWith } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;

it("after a decline the holder asks the company once, and who decides there sees the purchase", async () => {
  const company_id = await api.company({});
  const [owner, holder] = [
    await api.person("company_super_admin", { company_id }),
    await api.person("company_staff", { company_id }),
  ];
  const { user_id, token } = holder;
  await purseWith(api, { company_id, user_id, amount_kobo: 10_000_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id, company_id });
  const control = (by: string, blocked_categories: string[]) =>
    api.app.db
      .insertInto("card_controls")
      .values({ card_id: card.id, by, blocked_categories, set_at: clock.now() })
      .onConflict((conflict) => conflict.columns(["card_id", "by"]).doUpdateSet({ blocked_categories }))
      .execute();
  const decline = async () => {
    await deliver(api, issuerBody(card, { amount: "500.00" }));
    const { items } = (await api.call(calls.listAll, { token })).body.datatable as { items: { id: string }[] };
    const { id } = items[0]!;
    return (await api.call(calls.find, { token, params: { id } })).body.data as Record<string, unknown> & {
      id: string;
    };
  };
  const ask = (id: string, as = token) => api.call(calls.askCompany, { token: as, params: { id } });
  const heard = async () =>
    (
      await api.database.pool.query<{ title: string; link: string }>(
        "select title, link from notifications where user_id = $1 and title like '%asks about a declined payment'",
        [owner.user_id],
      )
    ).rows;

  await control("company", ["groceries"]);
  const first = await decline();
  expect(first).toMatchObject({ says: "This card is not for groceries. Ask your company.", next: "ask_company" });
  const { body } = await ask(first.id);
  expect((await ask(first.id)).body.data, "again").toEqual(body.data);
  expect(await heard()).toMatchObject([{ link: `/corporate/cards/transaction/${first.id}` }]);
  const seen = (await api.call(calls.find, { token: owner.token, params: { id: first.id } })).body.data;
  expect(seen).toMatchObject({ merchant: "Shoprite Ikeja", is_own: false, ...(body.data as object) });
  // Who holds the right singly hears it, and from whom it is withheld does not.
  const [single, withheld] = [
    await api.person("company_staff", { company_id }),
    await api.person("company_finance_manager", { company_id }),
  ];
  const permission = "company:can_request_cards";
  await api.app.db
    .insertInto("user_permissions")
    .values([
      { user_id: single.user_id, permission, is_granted: true },
      { user_id: withheld.user_id, permission, is_granted: false },
    ])
    .execute();
  const another = await decline();
  await ask(another.id);
  const { rows: told } = await api.database.pool.query<{ user_id: string }>(
    "select user_id from notifications where link = $1 and title like '%asks about a declined payment'",
    [`/corporate/cards/transaction/${another.id}`],
  );
  expect(told.map(({ user_id }) => user_id).toSorted()).toEqual([owner.user_id, single.user_id].toSorted());
  const [stranger, colleague] = [await api.person("staff"), await api.person("company_staff", { company_id })];
  for (const other of [stranger, colleague]) expect((await ask(first.id, other.token)).status).toBe(404);
  expect((await ask(first.id, owner.token)).status, "not for somebody else").toBe(403);

  // What the holder has blocked they let through themselves.
  await control("company", []);
  await control("holder", ["groceries"]);
  const second = await decline();
  expect(second).toMatchObject({
    says: "This card is not for groceries. Change the card's controls.",
    next: "change_controls",
  });
  expect((await ask(second.id)).status).toBe(409);
  expect(await heard()).toHaveLength(2);
});
