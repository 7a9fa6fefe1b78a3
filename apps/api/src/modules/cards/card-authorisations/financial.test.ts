import * as calls from "@manilla/contract/cards/card-authorisations";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { clock } from "../../../clock.ts";
import { cardInUse, cashWith, deliver, issuerBody, moneyOf, purseWith } from "../../../../../../test/card-payments.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;

it("a payment that is asked about and taken at once is taken once, though it is sent again under another id", async () => {
  const company_id = await api.company({});
  const { user_id } = await api.person("company_staff", { company_id });
  await purseWith(api, { company_id, user_id, amount_kobo: 1_000_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id, company_id });
  const object_id = uuidv7();
  const more = { transactionMetadata: { type: "financial" } };
  const body = issuerBody(card, { amount: "500.00", object_id, more });
  expect(await deliver(api, body)).toMatchObject({ responseCode: "00" });
  expect(await deliver(api, body), "again").toMatchObject({ responseCode: "00" });
  expect(await moneyOf(api, card)).toEqual({ balance: 950_000n, held: 0n, overdrawn: 0n });
  const other = issuerBody(card, { amount: "500.00", object_id, more });
  expect(await deliver(api, other), "under another id").toMatchObject({ responseCode: "94" });
  expect(await deliver(api, other)).toMatchObject({ responseCode: "94" });
  expect(await moneyOf(api, card)).toEqual({ balance: 950_000n, held: 0n, overdrawn: 0n });
  const { rows } = await api.database.pool.query("select amount_kobo from expenses where user_id = $1", [user_id]);
  expect(rows).toHaveLength(1);
  await world.prove();
});

it("a refund that a shop announces is accepted whatever the card has left, and uses none of its limits", async () => {
  const company_id = await api.company({});
  const { user_id, token } = await api.person("company_staff", { company_id });
  await purseWith(api, { company_id, user_id, amount_kobo: 100_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id, company_id, is_single_use: true });
  const asked = (amount: string, type: string, object_id = uuidv7()) =>
    deliver(api, issuerBody(card, { amount, object_id, more: { transactionMetadata: { type } } }));
  const announced_id = uuidv7();
  expect(await asked("5000.00", "refund", announced_id), "more than is there").toMatchObject({ responseCode: "00" });
  await api.app.db
    .insertInto("card_controls")
    .values({ card_id: card.id, by: "company", day_kobo: 60_000n, set_at: clock.now() })
    .execute();
  expect(await asked("900.00", "refund"), "over a limit").toMatchObject({ responseCode: "00" });
  const object_id = uuidv7();
  expect(await asked("600.00", "purchase", object_id), "neither used it nor its limit").toMatchObject({
    responseCode: "00",
  });
  expect(await asked("600.00", "refund", object_id), "of its own purchase").toMatchObject({ responseCode: "00" });
  expect(await moneyOf(api, card)).toEqual({ balance: 100_000n, held: 60_000n, overdrawn: 0n });
  const listed = async () => (await api.call(calls.listAll, { token })).body.datatable as { items: object[] };
  expect((await listed()).items).toMatchObject([
    { kind: "purchase", status: "approved" },
    { kind: "refund", status: "announced" },
    { kind: "refund", status: "announced" },
  ]);

  // What was announced comes, and what had come is announced late.
  const returned = (authorization: string) =>
    deliver(
      api,
      issuerBody(card, { type: "transaction.created", amount: "50.00", more: { type: "refund", authorization } }),
    );
  await returned(announced_id);
  const late_id = uuidv7();
  await returned(late_id);
  await asked("50.00", "refund", late_id);
  expect((await listed()).items).toMatchObject([
    { kind: "refund", status: "reversed" },
    { kind: "purchase", status: "approved" },
    { kind: "refund", status: "announced" },
    { kind: "refund", status: "reversed" },
  ]);
  await world.prove();
});

it("a card for one payment has made it also where a shop took money without asking", async () => {
  const { user_id } = await api.person("staff");
  await cashWith(api, user_id, 500_000n);
  const card = await cardInUse(api, { kind: "personal_debit", user_id, is_single_use: true });
  await deliver(api, issuerBody(card, { type: "transaction.created", amount: "10.00", more: { type: "capture" } }));
  expect(await deliver(api, issuerBody(card, { amount: "10.00" }))).toMatchObject({ responseCode: "57" });
});
