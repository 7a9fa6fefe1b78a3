import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture, valueAt } from "../testing.ts";
import { checkDigit } from "./making.ts";

let world: Fixture;
beforeAll(async () => {
  world = await startFixture();
});
afterAll(() => world.close());

const person = {
  type: "individual",
  name: "Ada Obi",
  status: "active",
  emailAddress: "ada@mail.example",
  metadata: {},
};
const asked = { type: "virtual", brand: "Verve", currency: "NGN", status: "inactive", metadata: { reference: "r1" } };

async function makeCard(more: object = {}): Promise<{ id: string; customer: string }> {
  const customer = valueAt((await world.call("POST", "/issuer/customers", person)).body, "data._id");
  const { body } = await world.call("POST", "/issuer/cards", { ...asked, customerId: customer, ...more });
  return { id: valueAt(body, "data._id"), customer };
}
const tokenOf = async (id: string) =>
  valueAt((await world.call("GET", `/issuer/cards/${id}/token`)).body, "data.token");
const setPin = async (id: string, fields: Record<string, string>) =>
  world.form("/vault/pin", { token: await tokenOf(id), ...fields });

describe("the issuer", () => {
  test("makes a card whose number passes Luhn's check, and never says it", async () => {
    const { id, customer } = await makeCard();
    const { body } = await world.call("GET", `/issuer/cards/customer/${customer}?page=0&limit=100`);
    expect(valueAt(body, "data.0.metadata.reference")).toBe("r1");
    const { cards } = JSON.parse(await world.text("/issuer-cards.json")) as { cards: { _id: string; pan: string }[] };
    const { pan } = cards.find(({ _id }) => _id === id)!;
    expect(checkDigit(pan.slice(0, -1))).toBe(pan.at(-1));
    expect(JSON.stringify(body)).not.toContain(pan);
    expect(valueAt(body, "data.0.maskedPan").slice(-4)).toBe(pan.slice(-4));
  });

  test("refuses a stranger's customer, a card that is canceled, and a call without a key", async () => {
    expect((await world.call("POST", "/issuer/cards", { ...asked, customerId: "nobody" })).status).toBe(400);
    const { id } = await makeCard();
    await world.call("PUT", `/issuer/cards/${id}`, { status: "canceled" });
    expect((await world.call("PUT", `/issuer/cards/${id}`, { status: "active" })).status).toBe(400);
    expect((await world.call("GET", `/issuer/cards/${id}`, undefined, { authorization: "" })).status).toBe(401);
  });

  test("sets a PIN, changes it with the one before, and locks it after three wrong ones until a new one is chosen", async () => {
    const { id } = await makeCard();
    expect((await setPin(id, { pin: "1234", again: "1235" })).status).toBe(422);
    expect((await setPin(id, { pin: "1234", again: "1234" })).status).toBe(200);
    for (const current of ["0000", "1111", "2222"])
      expect((await setPin(id, { current, pin: "9999", again: "9999" })).status).toBe(422);
    expect(await world.text(`/vault/pin?token=${await tokenOf(id)}`)).toContain("Your PIN is locked");
    expect((await setPin(id, { pin: "9999", again: "9999" })).status).toBe(200);
    expect((await setPin(id, { current: "9999", pin: "4711", again: "4711" })).status).toBe(200);
  });
});
