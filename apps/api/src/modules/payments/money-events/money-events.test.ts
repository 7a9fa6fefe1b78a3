import * as calls from "@manilla/contract/payments/money-events";
import * as search from "@manilla/contract/platform/search";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const admin = await api.person("super_admin");

interface Row {
  id: string;
  source: string;
  purpose: string;
  direction: string;
  status: string;
  amount_kobo: number;
}
const listed = async (call: typeof calls.listAll | typeof calls.listOpen | typeof calls.listEnded, token: string) =>
  (await api.call(call, { token })).body.datatable as { items: Row[] };

describe("a movement of money", () => {
  it("has one line, whatever it was for, and its owner sees it with everybody who may", async () => {
    const { id, customer } = await world.running();
    const { loanRow } = world;
    const own = (await listed(calls.listAll, customer.token)).items;
    expect(own).toMatchObject([
      { source: "payout", purpose: "loan_disbursement", direction: "out", status: "success" },
    ]);
    expect((await loanRow(id)).status).toBe("running");
    const stranger = await world.customer();
    expect((await listed(calls.listAll, stranger.token)).items).toEqual([]);
    const params = { id: own[0]!.id };
    expect((await api.call(calls.find, { token: stranger.token, params })).status).toBe(404);
    expect((await api.call(calls.find, { token: customer.token, params })).status).toBe(200);
    expect((await api.call(calls.find, { token: admin.token, params })).body.data).toMatchObject({
      owner: expect.any(String),
    });
    expect((await api.call(calls.desk, { token: customer.token })).status).toBe(403);
  });

  it("is in flight, then has ended", async () => {
    const { id } = await world.loan();
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 30, call: "POST /transfer" });
    const before = (await api.call(calls.desk, { token: admin.token })).body.data as { open: { source: string }[] };
    expect(before.open).toEqual([]);
    await world.payOut(id).catch(() => undefined);
    await world.clearFaults();
    await world.runJobs("send-payout", "query-payout");
    const { rows } = await sql<{ status: string; event: string; is_unknown: boolean }>`
      select p.status, e.status as event, e.is_unknown from payouts p join money_events e on e.id = p.id where p.subject_id = ${id}
    `.execute(db);
    const [row] = rows;
    expect(row!.event).toBe({ success: "success", sent: "pending", unknown: "pending" }[row!.status]);
    expect(row!.is_unknown).toBe(row!.status === "unknown");
  });

  it("is found by operators, by staff alone, with the list that shows all of it", async () => {
    const { customer } = await world.running();
    const [event] = (await listed(calls.listAll, customer.token)).items;
    const found = async (q: string, token = admin.token) => {
      const { groups } = (await api.call(search.search, { token, query: { q } })).body.data as {
        groups: { noun: string; items: { id: string; link: string }[] }[];
      };
      return groups.find(({ noun }) => noun === "Transactions")?.items ?? [];
    };
    const naira = (event!.amount_kobo / 100).toFixed(2);
    const [all, ...rows] = await found(`status:success ${naira}`);
    expect(rows.map(({ id }) => id)).toContain(event!.id);
    const kobo = event!.amount_kobo;
    expect(all!.link).toBe(`/admin/transactions?f.status=success&f.amount_kobo=${kobo}..${kobo}`);
    for (const none of [
      `status:failed ${naira}`,
      `late:>3 ${naira}`,
      `nobody-at-all ${naira}`,
      "status:running",
      naira.slice(0, 4),
    ])
      expect(await found(none), none).toEqual([]);
    expect(await found(naira, customer.token)).toEqual([]);
  });

  it("is there for every receipt, payout and transfer, once, with its state", async () => {
    const { rows } = await sql<{ missing: string }>`
      select x.id::text as missing
      from (
        select id, case when reversed_at is null then 'success' else 'refunded' end as status
        from receipts
        where channel <> 'credit_balance'
        union all
        select id, money_status(status) from payouts where purpose <> 'transfer'
        union all
        select id, money_status(status) from transfers
      ) x
      left join money_events e on e.id = x.id and e.status = x.status
      where e.id is null
    `.execute(db);
    expect(rows).toEqual([]);
  });
});
