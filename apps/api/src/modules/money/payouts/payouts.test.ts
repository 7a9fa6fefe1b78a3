import * as disbursements from "@manilla/contract/lending/disbursements";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { workOnWebhooks } from "../../platform/webhooks/index.ts";
import { workOnPayouts } from "./index.ts";

const world = await useLendingWorld();

describe("thirty payouts through a provider that hangs, fails, answers late and sends events three times", () => {
  it("each end settled, each paid at most once, and the books agree with the bank", async () => {
    const { app } = world.api;
    const loans = [await world.loan({ instalments: 2 })];
    for (let more = 1; more < 30; more += 1) loans.push(await world.loan({ instalments: 2 }));
    const loan_ids = loans.map(({ id }) => id);
    const asked = await world.api.call(disbursements.disburseMany, { token: world.maker.token, body: { loan_ids } });
    await fetch(`${world.sandbox.url}/faults/webhooks`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ duplicate: 2, reorder: true }),
    });
    await workOnPayouts(app);
    await workOnWebhooks(app);
    expect((await world.approve((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    const open = () =>
      app.db
        .selectFrom("payouts")
        .select("id")
        .where("subject_id", "in", loan_ids)
        .where("status", "in", ["approved", "sent", "unknown"])
        .execute();
    const faults = [
      { mode: "timeout_after_effect", times: 3, delay_ms: 30, call: "POST /transfer" },
      { mode: "error", times: 4 },
      { mode: "timeout_before_effect", times: 3, delay_ms: 30 },
      { mode: "outage", times: 3 },
      { mode: "timeout_after_effect", times: 4, delay_ms: 30 },
      { mode: "decline", times: 2, call: "POST /transfer" },
    ];
    let left = await open();
    for (let round = 0; left.length > 0 && round < 400; round += 1) {
      const fault = faults[round % 12];
      if (fault && round < 60) await world.fault("paystack", fault);
      if (round === 60) await world.clearFaults();
      // A hang before the effect leaves a reference that the provider never knew: after its ten minutes a person would decide.
      await world.api.database.pool.query(
        `
          update pgboss.job
          set start_after = now()
          where name in ('query-payout', 'send-payout', 'receive-webhook')
            and state in ('created', 'retry')
            and start_after > now()
        `,
      );
      await world.api.database.pool.query("update payouts set next_question_at = now() where next_question_at > now()");
      // The worker looks once a second; the test asks beside it.
      await world.runJobs("send-payout");
      await world.runJobs("query-payout");
      left = await app.db
        .selectFrom("payouts")
        .select("id")
        .where("subject_id", "in", loan_ids)
        .where("status", "in", ["approved", "sent", "unknown"])
        .where("asked_times", "<", 12)
        .execute();
    }
    const { movements } = (await (await fetch(`${world.sandbox.url}/bank/movements.json`)).json()) as {
      movements: { reference: string; amount_kobo: number }[];
    };
    const payouts = await app.db
      .selectFrom("payouts")
      .select(["reference", "status", "amount_kobo", "asked_times"])
      .where("subject_id", "in", loan_ids)
      .execute();
    for (const payout of payouts) {
      const paid = movements.filter(({ reference }) => reference === payout.reference);
      expect(paid.length, `${payout.reference}`).toEqual(payout.status === "success" ? 1 : 0);
      // What the provider never knew stays unknown for a person; everything else is over.
      expect(["success", "failed", "unknown"]).toContain(payout.status);
    }
    expect(payouts.filter(({ status }) => status === "success").length).toBeGreaterThan(10);
    const { rows } = await world.api.database.pool.query<{ n: string }>(
      "select count(*) as n from ledger.transactions where kind = 'disburse'",
    );
    expect(Number(rows[0]?.n)).toBe(payouts.filter(({ status }) => status === "success").length);
    await world.prove();
  });
});
