import * as calls from "@manilla/contract/payments/money-events";
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
