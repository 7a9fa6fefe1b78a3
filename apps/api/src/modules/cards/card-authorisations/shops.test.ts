/** A card of the sandbox's issuer in the sandbox's shops, with everything that goes wrong there: our books and the issuer's agree. */
import * as calls from "@manilla/contract/cards/card-authorisations";
import * as cards from "@manilla/contract/cards/cards";
import { expect, it } from "vitest";
import { moneyOf, purseWith } from "../../../../../../test/card-payments.ts";
import { activeCard } from "../../../../../../test/cards.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { tellIssuer } from "../cards/making.ts";

const world = await useLendingWorld();
const { api, sandbox } = world;

interface Issuers {
  payments: {
    _id: string;
    responseCode: string;
    approved: number;
    captured: number;
    reversed: number;
    refunded: number;
  }[];
  transactions: { type: string; amount: number }[];
}
const issuers = async () => (await (await fetch(`${sandbox.url}/issuer-payments.json`)).json()) as Issuers;
const post = async (path: string, body: object) =>
  fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer issuer_sandbox" },
    body: JSON.stringify(body),
  });

it("our books and the issuer's agree after every fault", { timeout: 60_000 }, async () => {
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const holder = await api.person("company_staff", { company_id });
  await api.app.db
    .updateTable("sessions")
    .set({ stepped_up_until: new Date(Date.now() + 600_000) })
    .where("user_id", "=", holder.user_id)
    .execute();
  await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: 10_000_000n });
  const { id } = await activeCard(world, owner, holder);
  const { issuer_card_id } = await api.app.db
    .selectFrom("cards")
    .select("issuer_card_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const card = { id, issuer_card_id: issuer_card_id!, kind: "company_debit", user_id: holder.user_id, company_id };
  const buy = async (amount: number, more: object = {}) =>
    (
      (await (
        await post("/issuer/cards/simulator/authorization", { cardId: issuer_card_id, channel: "pos", amount, ...more })
      ).json()) as { data: { _id: string; responseCode: string } }
    ).data;
  await post("/faults/webhooks", {});
  await fetch(`${sandbox.url}/faults/webhooks`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ duplicate: 2, reorder: true }),
  });
  const faults = ["none", "late", "stand_in", "early", "double", "reordered"];
  const codes = [];
  for (const fault of faults) codes.push((await buy(505.375, { fault })).responseCode);
  expect(codes).toEqual(["00", "91", "00", "00", "00", "00"]);
  expect((await buy(500_000)).responseCode).toBe("51");
  const { _id } = await buy(300);
  await post(`/issuer-payments/${_id}/reverse`, { amount: 100 });
  await post("/issuer-payments/clear", {});
  const { payments } = await issuers();
  await post(`/issuer-payments/${payments.at(-1)!._id}/refund`, {});
  // Ten thousandths first: what floating point adds is no part of a kobo.
  const up = (naira: number): bigint => BigInt(Math.ceil(Number((naira * 100).toFixed(4))));
  const net = async () =>
    (await issuers()).transactions.reduce(
      (sum, { type, amount }) => sum + (type === "capture" ? up(amount) : -up(amount)),
      0n,
    );
  await waitUntil(async () => {
    const { balance, held, overdrawn } = await moneyOf(api, card);
    return held === 0n && balance - overdrawn === 10_000_000n - (await net());
  });
  const { rows } = await api.database.pool.query("select count(*)::int as count from expenses where company_id = $1", [
    company_id,
  ]);
  const captures = (await issuers()).transactions.filter(({ type }) => type === "capture");
  expect(rows).toEqual([{ count: captures.length }]);
  // A card that its holder froze is declined by the issuer itself: the holder reads why all the same.
  expect((await api.call(cards.freeze, { token: holder.token, params: { id }, body: {} })).status).toBe(200);
  await tellIssuer(api.app, id);
  expect((await buy(400)).responseCode).toBe("62");
  const newest = async () =>
    ((await api.call(calls.listAll, { token: holder.token })).body.datatable as { items: { says: string | null }[] })
      .items[0]?.says;
  await waitUntil(async () => (await newest()) === "You froze this card. Unfreeze it, then try again.");
  await world.prove();
});
