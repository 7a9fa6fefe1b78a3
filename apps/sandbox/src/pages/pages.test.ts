import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture, valueAt } from "../testing.ts";
import { rows } from "../people/people.data.ts";

let world: Fixture;
beforeAll(async () => {
  world = await startFixture();
});
afterAll(() => world.close());

async function press(path: string, fields: Record<string, string> = {}): Promise<string> {
  const answer = await world.form(path, fields);
  expect(answer.status).toBe(303);
  return world.text(answer.headers.get("location") ?? "");
}

describe("control page", () => {
  test("every link on every page leads somewhere", async () => {
    for (const page of ["/", "/inbox", "/people", "/cards", "/bank", "/events"]) {
      const links = [...(await world.text(page)).matchAll(/(?:href|src)="(\/[^"]*)"/g)].map((match) => match[1] ?? "");
      for (const link of new Set(links.slice(0, 24)))
        expect((await fetch(world.sandbox.url + link)).status, `${link}`).toBe(200);
    }
  });

  test("the clock's buttons move it by a day, a week and a month, and the date field to a day", async () => {
    await world.call("PUT", "/clock", { business_date: "2027-01-30" });
    expect(await press("/control/clock", { step: "day" })).toContain("Sunday, 31 January 2027");
    expect(await press("/control/clock", { step: "month" })).toContain("Sunday, 28 February 2027");
    expect(await press("/control/clock", { step: "week" })).toContain("Sunday, 7 March 2027");
    expect(await press("/control/clock", { business_date: "2027-05-01" })).toContain("Saturday, 1 May 2027");
    expect(await press("/control/clock", { business_date: "tomorrow" })).toContain("Choose a day.");
  });

  test("faults are set and all set back", async () => {
    expect(await press("/control/faults/paystack", { mode: "slow", times: "3", delay_ms: "", call: "" })).toContain(
      "Slow answers ×3",
    );
    await press("/control/faults/webhooks", { duplicate: "1", drop: "true", delay_ms: "" });
    expect(await world.call("GET", "/faults")).toMatchObject({
      body: { paystack: { mode: "slow", times: 3 }, webhooks: { duplicate: 1, drop: true, reorder: false } },
    });
    expect(await press("/control/faults")).not.toContain('class="tag bad"');
  });

  test("money is paid in by the form, and a wrong amount is explained", async () => {
    await world.call("POST", "/paystack/customer", { email: "ada@mail.example", first_name: "Ada", last_name: "Obi" });
    const { body } = await world.call("POST", "/paystack/dedicated_account", { customer: "ada@mail.example" });
    const account_no = valueAt(body, "data.account_number");
    expect(await world.text("/")).toContain(account_no);
    expect(await press("/control/pay-in", { account_no, amount: "25,000.50", sender_name: "" })).toContain(
      "₦25,000.50 paid in",
    );
    expect(await press("/control/pay-in", { account_no, amount: "lots", sender_name: "" })).toContain(
      "An amount is written like",
    );
  });

  test("people are found by what they are like", async () => {
    const page = await world.text("/people?search=gambler");
    expect(page).toContain(`${rows.filter(([, , , , , trait]) => trait === "gambler").length} people`);
    expect(page).toContain("/statement.pdf");
  });

  test("text in an address cannot become part of a page", async () => {
    expect(await world.text(`/?said=${encodeURIComponent("<img src=x onerror=alert(1)>")}`)).not.toContain("<img");
  });
});
