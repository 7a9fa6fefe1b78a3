import * as calls from "@manilla/contract/lending/time-requests";
import * as loans from "@manilla/contract/lending/loans";
import * as repayments from "@manilla/contract/lending/repayments";
import * as assignments from "@manilla/contract/people/assignments";
import { addDays } from "@manilla/credit";
import { describe, expect, it } from "vitest";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { collectionsToday } from "../collections/queries.ts";

let world: RepaymentWorld["world"];
let dueToday: RepaymentWorld["dueToday"];
let nextDay: RepaymentWorld["nextDay"];
let today: RepaymentWorld["today"];
inRepaymentWorld((made) => ({ world, dueToday, nextDay, today } = made), "without bank statements");

interface Own {
  why_not: string | null;
  requests: { id: string; status: string; promised_on: string | null; decision_reason: string | null }[];
}
type Borrower = { token: string; user_id: string };
const own = async (id: string, { token }: Borrower) =>
  (await world.api.call(calls.ofLoan, { token, params: { id } })).body.data as Own;
const ask = (id: string, { token }: Borrower, body: object) =>
  world.api.call(calls.ask, { token, params: { id }, body: { text: "My salary comes late this month.", ...body } });

describe("a request for time", () => {
  it("is made from the loan's page, reaches those who collect, and is answered in words", async () => {
    const { id, customer } = await dueToday();
    const on = await today();
    const [risk, support] = [await world.api.person("super_risk"), await world.api.person("super_support")];
    for (const promised_on of [undefined, addDays(on, -1), addDays(on, 46)])
      expect((await ask(id, customer, { kind: "promise", ...(promised_on && { promised_on }) })).body.errors).toEqual({
        promised_on: [expect.any(String)],
      });
    expect((await ask(id, customer, { kind: "reschedule", text: "Short" })).status).toBe(422);
    const promised_on = addDays(on, 10);
    const both = await Promise.all(
      [1, 2].map(() => ask(id, customer, { kind: "promise", promised_on, promised_kobo: 500_000 })),
    );
    expect(both.map(({ status }) => status).toSorted(), "one at a time").toEqual([200, 409]);
    expect(await own(id, customer)).toMatchObject({
      why_not: "Your last request is still being looked at.",
      requests: [{ status: "pending", promised_on }],
    });
    const { rows: told } = await world.api.database.pool.query(
      "select 1 from notifications where user_id = $1 and title = 'A borrower asks for time'",
      [risk.user_id],
    );
    expect(told.length).toBe(1);
    // The queue of those who collect: the list of requests, and among the late the mark on the loan.
    const query = { filter: JSON.stringify({ status: ["pending"] }) };
    const listed = async ({ token }: Borrower) =>
      ((await world.api.call(calls.listAll, { token, query })).body.datatable as { items: { loan_id: string }[] })
        .items;
    expect(await listed(support)).toMatchObject([{ loan_id: id, promised_on, promised_kobo: 500_000 }]);
    await nextDay(addDays(on, 2));
    const late = await world.api.call(repayments.defaults, {
      token: support.token,
      query: { filter: JSON.stringify({ asks_for_time: true }) },
    });
    expect((late.body.datatable as { items: object[] }).items).toMatchObject([{ id, asks_for_time: true }]);
    const { requests } = await own(id, customer);
    const params = { id: requests[0]!.id };
    const body = { reason: "We expect it then, and charge nothing before." };
    expect((await world.api.call(calls.approve, { token: support.token, params, body })).status).toBe(403);
    expect((await world.api.call(calls.approve, { token: risk.token, params, body: { reason: "" } })).status).toBe(422);
    expect((await world.api.call(calls.approve, { token: risk.token, params, body })).status).toBe(200);
    expect((await world.api.call(calls.decline, { token: risk.token, params, body })).status).toBe(409);
    expect(await own(id, customer)).toMatchObject({
      why_not: null,
      requests: [{ status: "approved", decision_reason: body.reason }],
    });
    const { rows: answered } = await world.api.database.pool.query<{ body: string }>(
      "select body from notifications where user_id = $1 and title = 'We agree to your request for time'",
      [customer.user_id],
    );
    expect(answered[0]?.body).toContain(body.reason);
    expect(await listed(support)).toEqual([]);
    await world.prove();
  });

  it("is agreed to neither after its day nor for a loan that is paid back", async () => {
    const { id, customer } = await dueToday();
    const risk = await world.api.person("super_risk");
    const promised_on = addDays(await today(), 1);
    expect((await ask(id, customer, { kind: "promise", promised_on })).status).toBe(200);
    const { requests } = await own(id, customer);
    const params = { id: requests[0]!.id };
    const answer = (call: typeof calls.approve | typeof calls.decline) =>
      world.api.call(call, { token: risk.token, params, body: { reason: "As asked for." } });
    // The close of business ends it; this is what holds until it has come to it.
    await world.api.database.pool.query("update business_calendar set business_date = $1", [addDays(promised_on, 1)]);
    expect((await answer(calls.approve)).body).toMatchObject({ code: "day_passed" });
    await world.api.database.pool.query("update business_calendar set business_date = $1", [promised_on]);
    await world.api.database.pool.query("update loans set status = 'settled' where id = $1", [id]);
    expect((await answer(calls.approve)).body).toMatchObject({ code: "loan_over" });
    expect((await answer(calls.decline)).status).toBe(200);
  });

  it("is one's own: nobody asks for another's loan, reads their requests, or decides about themselves", async () => {
    const { id, customer } = await dueToday();
    const stranger = await world.api.person("staff");
    expect((await ask(id, stranger, { kind: "reschedule" })).status).toBe(404);
    expect((await world.api.call(calls.ofLoan, { token: stranger.token, params: { id } })).status).toBe(404);
    const { request } = (await ask(id, customer, { kind: "reschedule" })).body.data as { request: { id: string } };
    const both = await world.api.person(["super_risk", "staff"]);
    await world.api.database.pool.query("update time_requests set user_id = $1 where id = $2", [
      both.user_id,
      request.id,
    ]);
    const answer = await world.api.call(calls.decline, {
      token: both.token,
      params: { id: request.id },
      body: { reason: "My own one" },
    });
    expect(answer.body.code).toBe("own_request");
  });

  it("that was agreed to is the borrower's promise everywhere, and broken when its day has passed", async () => {
    const { id, customer } = await dueToday();
    const on = await today();
    const [risk, support] = [await world.api.person("super_risk"), await world.api.person("super_support")];
    const promised_on = addDays(on, 3);
    const contact = { user_id: customer.user_id, channel: "phone", outcome: "promised_to_pay" };
    const called = await world.api.call(assignments.markAsContacted, {
      token: support.token,
      body: { ...contact, promised_on: addDays(on, 1) },
    });
    expect(called.status).toBe(200);
    await ask(id, customer, { kind: "promise", promised_on, promised_kobo: 500_000 });
    await nextDay(addDays(on, 2));
    const rowOf = async (call: Parameters<typeof world.api.call>[0], filter: object, params?: object) => {
      const answer = await world.api.call(call, {
        token: support.token,
        query: { filter: JSON.stringify(filter) },
        ...(params && { params: params as Record<string, string> }),
      });
      return (answer.body.datatable as { items: { id: string; user_id?: string }[] }).items.find(
        (row) => row.id === id || row.user_id === customer.user_id,
      );
    };
    const late = () => rowOf(repayments.defaults, {});
    expect(await late(), "asked for, not agreed to").toMatchObject({
      promised_on: addDays(on, 1),
      is_promise_broken: true,
    });
    const { requests } = await own(id, customer);
    const params = { id: requests[0]!.id };
    await world.api.call(calls.approve, { token: risk.token, params, body: { reason: "Agreed, by that day." } });
    const promise = { promised_on, promised_kobo: 500_000 };
    expect(await late()).toMatchObject({ ...promise, is_promise_broken: false });
    expect(await rowOf(assignments.ofAdmin, {}, { id: support.user_id })).toMatchObject(promise);
    const page = async () =>
      ((await world.api.call(loans.find, { token: support.token, params: { id } })).body.data as { loan: object }).loan;
    expect(await page()).toMatchObject({ promise: { ...promise, is_past: false } });
    await nextDay(promised_on);
    const figures = async () => collectionsToday(world.api.app.db);
    const day = JSON.stringify({ promised_on: { from: promised_on, to: promised_on } });
    expect((await figures()).promises).toEqual({ count: 1, amount_kobo: 500_000n });
    const counted = await world.api.call(repayments.defaults, { token: support.token, query: { filter: day } });
    expect((counted.body.datatable as { items: object[] }).items, "the list that the figure opens").toMatchObject([
      { id },
    ]);
    await nextDay(addDays(promised_on, 1));
    expect(await late()).toMatchObject({ ...promise, is_promise_broken: true });
    expect(await page()).toMatchObject({ promise: { is_past: true } });
    await world.prove();
  });

  it("ends by itself when its day has passed or its loan is over, and the borrower gets a message", async () => {
    const [passed, over, open] = [await dueToday(), await dueToday(), await dueToday()];
    const on = await today();
    await ask(passed.id, passed.customer, { kind: "promise", promised_on: addDays(on, 1) });
    await ask(over.id, over.customer, { kind: "reschedule" });
    await ask(open.id, open.customer, { kind: "promise", promised_on: addDays(on, 9) });
    await world.api.database.pool.query("update loans set status = 'settled' where id = $1", [over.id]);
    await nextDay(addDays(on, 1));
    const states = async () =>
      Promise.all([passed, over, open].map(async ({ id, customer }) => (await own(id, customer)).requests[0]?.status));
    expect(await states(), "the day itself is not over").toEqual(["pending", "expired", "pending"]);
    await nextDay(addDays(on, 2));
    expect(await states()).toEqual(["expired", "expired", "pending"]);
    expect(await own(passed.id, passed.customer)).toMatchObject({
      why_not: null,
      requests: [{ decision_reason: "The asked day has passed" }],
    });
    const told = async ({ user_id }: Borrower) =>
      (
        await world.api.database.pool.query<{ body: string }>(
          "select body from notifications where user_id = $1 and title = 'Your request for time has ended'",
          [user_id],
        )
      ).rows.map(({ body }) => body);
    expect(await told(passed.customer)).toEqual([expect.stringContaining("passed before we answered")]);
    expect(await told(over.customer)).toEqual([expect.stringContaining("Your loan has ended")]);
    expect(await told(open.customer)).toEqual([]);
    await world.api.database.pool.query("update loans set status = 'running' where id = $1", [over.id]);
  });
});
