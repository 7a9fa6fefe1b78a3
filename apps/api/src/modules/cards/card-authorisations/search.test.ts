import * as payments from "@manilla/contract/cards/card-authorisations";
import * as calls from "@manilla/contract/platform/search";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { type TestCard, cardInUse, deliver, issuerBody, purseWith } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();
const { api } = world;

type Person = Awaited<ReturnType<typeof api.person>>;
interface Group {
  noun: string;
  items: { id: string; label: string; link: string }[];
}
async function found({ token }: Person, q: string, noun: string) {
  const { groups } = (await api.call(calls.search, { token, query: { q } })).body.data as { groups: Group[] };
  return groups.find((each) => each.noun === noun)?.items.map(({ id, link }) => [id, link]) ?? [];
}
async function company(last4: string) {
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const holder = await api.person("company_staff", { company_id, name: "Zainab", last_name: `Holder ${last4}` });
  await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: 1_000_000n });
  const more = { last4, label: "Fuel" };
  const card = await cardInUse(api, { kind: "company_debit", user_id: holder.user_id, company_id, ...more });
  return { owner, holder, card };
}

it("finds cards and their payments for holder, company and staff, and nobody else's", async () => {
  const [ours, theirs] = [await company("7391"), await company("7391")];
  const staff = await api.person("super_operations");
  const merchant = { name: "Total Gbagada", category: "5541", city: "Lagos", country: "NG" };
  const pay = (card: TestCard, authorization: string) =>
    deliver(api, issuerBody(card, { amount: "500", object_id: authorization, more: { merchant } }));
  const object_id = uuidv7();
  await pay(ours.card, object_id);
  await pay(theirs.card, uuidv7());
  const taken = { type: "capture", authorization: object_id, merchant };
  await deliver(api, issuerBody(ours.card, { type: "transaction.created", amount: "500", more: taken }));
  const at = (audience: string, card: TestCard) => [card.id, `/${audience}/cards/${card.id}`];
  expect((await found(staff, "7391", "Cards")).toSorted()).toEqual(
    [at("admin", ours.card), at("admin", theirs.card)].toSorted(),
  );
  expect(await found(ours.owner, "7391", "Cards")).toEqual([at("corporate", ours.card)]);
  expect(await found(ours.holder, "fuel", "Cards")).toEqual([at("customer", ours.card)]);
  expect(await found(ours.owner, "zainab holder", "Cards")).toEqual([at("corporate", ours.card)]);
  expect(await found(theirs.holder, ours.card.id, "Cards")).toEqual([]);
  const { id, reference } = await api.app.db
    .selectFrom("card_authorisations")
    .select(["id", "reference"])
    .where("issuer_authorisation_id", "=", object_id)
    .executeTakeFirstOrThrow();
  const capture = await api.app.db
    .selectFrom("card_captures")
    .select("reference")
    .where("authorisation_id", "=", id)
    .executeTakeFirstOrThrow();
  for (const [call, search] of [
    [payments.listAll, reference],
    [payments.captures, capture.reference],
    [payments.captures, "gbagada"],
  ] as const) {
    const { body } = await api.call(call, { token: staff.token, query: { search } });
    const { items } = body.datatable as { items: { reference: string }[] };
    expect(items.map((row) => row.reference)).toEqual([call === payments.listAll ? reference : capture.reference]);
  }
  for (const typed of [reference, reference.toLowerCase(), capture.reference, id])
    expect(await found(staff, typed, "Card payments"), `${typed}`).toEqual([[id, `/admin/cards/transaction/${id}`]]);
  expect(await found(ours.owner, reference, "Card payments")).toEqual([[id, `/corporate/cards/transaction/${id}`]]);
  expect(await found(ours.holder, "gbagada", "Card payments")).toEqual([[id, `/customer/cards/transaction/${id}`]]);
  for (const stranger of [theirs.owner, theirs.holder])
    expect(await found(stranger, reference, "Card payments")).toEqual([]);
});
