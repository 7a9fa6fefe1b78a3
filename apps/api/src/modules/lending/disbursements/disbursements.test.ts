import * as approvalCalls from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/lending/disbursements";
import * as repaymentCalls from "@manilla/contract/lending/repayments";
import * as searchCalls from "@manilla/contract/platform/search";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { getRow } from "../../../db/row.ts";
import { askPayout, sendPayout, settlePayout } from "../../money/payouts/index.ts";

const world = await useLendingWorld();

interface Batch {
  approval_id: string | null;
  ready: number;
  refused: number;
  amount_kobo: number;
  items: { id: string; verdict: string; reason: string | null }[];
}
const disburse = async (loan_ids: string[], key?: string) => {
  const answer = await world.api.call(calls.disburseMany, {
    token: world.maker.token,
    body: { loan_ids },
    ...(key && { key }),
  });
  return { ...answer, data: answer.body.data as Batch };
};
const payoutOf = (loan_id: string) =>
  world.api.app.db
    .selectFrom("payouts")
    .selectAll()
    .where("subject_id", "=", loan_id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
const approvedPayout = async () => {
  const { id } = await world.loan();
  const { data } = await disburse([id]);
  await world.approve(data.approval_id ?? "");
  await world.api.database.pool.query("delete from pgboss.job where name = 'send-payout'");
  return payoutOf(id);
};
const transfersAtProvider = async (reference: string): Promise<number> => {
  const { movements } = (await (
    await fetch(`${world.sandbox.url}/bank/movements.json?reference=${reference}`)
  ).json()) as { movements: { amount_kobo: number }[] };
  return movements.filter(({ amount_kobo }) => amount_kobo < 0).length;
};

describe("asking for payouts", () => {
  it("refuses strangers, other roles and malformed lists", async () => {
    const { id } = await world.loan();
    expect((await world.api.call(calls.disburseMany, { body: { loan_ids: [id] } })).status).toBe(401);
    expect(
      (
        await world.api.call(calls.disburseMany, {
          token: (await world.api.person("super_support")).token,
          body: { loan_ids: [id] },
        })
      ).status,
    ).toBe(403);
    expect(
      (await world.api.call(calls.disburseMany, { token: world.maker.token, body: { loan_ids: ["x"] } })).status,
    ).toBe(422);
    expect(
      (await world.api.call(calls.disburseMany, { token: world.maker.token, body: { loan_ids: [] } })).status,
    ).toBe(422);
    expect(
      (await world.api.call(calls.disburseMany, { token: world.maker.token, body: { loan_ids: [id] }, key: null }))
        .status,
    ).toBe(422);
    expect((await world.loanRow(id)).status).toBe("accepted");
  });

  it("gives each row its verdict and changes only the ready ones", async () => {
    const [good, requested, unverified] = [
      await world.loan(),
      await world.loan({ status: "requested" }),
      await world.loan(),
    ];
    await world.api.app.db
      .updateTable("profiles")
      .set({ bank_account_status: "unverified" })
      .where("user_id", "=", unverified.customer.user_id)
      .execute();
    const nobody = "01990000-0000-7000-8000-000000000000";
    const { data } = await disburse([good.id, requested.id, unverified.id, good.id, nobody]);
    expect(data.items.map(({ verdict }) => verdict)).toEqual(["ready", "refused", "refused", "refused", "refused"]);
    expect(data.items.map(({ reason }) => reason)).toEqual([
      null,
      expect.stringContaining("not been accepted"),
      expect.stringContaining("not verified"),
      "It is twice in this batch.",
      "There is no such loan.",
    ]);
    expect((await world.loanRow(good.id)).status).toBe("disbursing");
    expect((await world.loanRow(unverified.id)).status).toBe("accepted");
    const again = await disburse([good.id]);
    expect(again.data).toMatchObject({
      approval_id: null,
      ready: 0,
      items: [{ reason: "It is already in another batch or on its way." }],
    });
  });

  it("answers the same key with the same batch, and another body with 422", async () => {
    const [one, two] = [await world.loan(), await world.loan()];
    const first = await disburse([one.id], "key-same-batch-1");
    const again = await disburse([one.id], "key-same-batch-1");
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("idempotent-replay")).toBe("true");
    expect((await disburse([two.id], "key-same-batch-1")).status).toBe(422);
  });

  it("takes two batches of the same loans in opposite order without a deadlock, each loan once", async () => {
    const loans = await Promise.all(Array.from({ length: 8 }, () => world.loan()));
    const ids = loans.map(({ id }) => id);
    const answers = await Promise.all([
      disburse(ids),
      disburse(ids.toReversed()),
      disburse(ids),
      disburse(ids.toReversed()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { data }) => sum + data.ready, 0)).toBe(8);
    const { rows } = await world.api.database.pool.query(
      "select subject_id from payouts where subject_id = any($1) and status = 'awaiting_approval'",
      [ids],
    );
    expect(rows).toHaveLength(8);
  });

  it("is never agreed to by the one who asked, and gives the loan back when the second person declines", async () => {
    const { id } = await world.loan();
    const { data } = await disburse([id]);
    const approval = { params: { id: data.approval_id ?? "" } };
    expect(
      (await world.api.call(approvalCalls.approve, { ...approval, token: world.maker.token, body: { version: 1 } }))
        .status,
    ).toBe(403);
    const declined = await world.api.call(approvalCalls.decline, {
      ...approval,
      token: world.checker.token,
      body: { version: 1, reason: "Not today" },
    });
    expect(declined.status).toBe(200);
    expect((await world.loanRow(id)).status).toBe("accepted");
    expect((await payoutOf(id)).status).toBe("failed");
    expect((await disburse([id])).data.ready).toBe(1);
  });

  it("refuses a payout whose bank account was changed after it was asked for", async () => {
    const { id, customer } = await world.loan();
    const { data } = await disburse([id]);
    const { data_key } = await world.api.app.db
      .selectFrom("users")
      .select("data_key")
      .where("id", "=", customer.user_id)
      .executeTakeFirstOrThrow();
    await world.api.app.db
      .updateTable("profiles")
      .set({
        account_no_encrypted: world.api.app.encryption.encrypt(
          customer.user_id,
          data_key ?? Buffer.alloc(0),
          "account_no",
          "0000014579",
        ),
      })
      .where("user_id", "=", customer.user_id)
      .execute();
    await world.approve(data.approval_id ?? "");
    expect((await payoutOf(id)).status).toBe("failed");
    expect((await world.loanRow(id)).status).toBe("accepted");
  });
});

describe("a payout on its way", () => {
  it("starts the loan: schedule, dates and books from the same terms, once however often the job runs", async () => {
    const { id } = await world.running({
      product: {
        fees: [
          { name: "Processing", when: "upfront", percent: "1.5" },
          { name: "Service", when: "each_instalment", kobo: 5_000 },
        ],
      },
    });
    const payout = await payoutOf(id);
    for (let again = 0; again < 3; again += 1) await sendPayout(world.api.app, payout.id);
    const loan = await world.loanRow(id);
    expect(loan).toMatchObject({
      status: "running",
      disbursed_on: "2026-01-15",
      next_due_on: "2026-02-15",
      outstanding_principal_kobo: 10_000_000n,
    });
    expect(await transfersAtProvider(payout.reference)).toBe(1);
    expect(payout.amount_kobo).toBe(10_000_000n - 150_000n);
    expect(await world.rows(id)).toHaveLength(3);
    await world.prove();
  });

  it("becomes unknown when the answer never comes, is asked about, and pays once", async () => {
    const payout = await approvedPayout();
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 10, call: "POST /transfer" });
    await sendPayout(world.api.app, payout.id);
    expect((await payoutOf(payout.subject_id)).status).toBe("unknown");
    // A worker that was killed comes back and finds "unknown": it asks, it never sends.
    await sendPayout(world.api.app, payout.id);
    await waitUntil(async () => {
      await world.runJobs("query-payout");
      return (await payoutOf(payout.subject_id)).status === "success";
    });
    expect(await transfersAtProvider(payout.reference)).toBe(1);
    expect((await world.loanRow(payout.subject_id)).status).toBe("running");
    await world.prove();
  });

  it("is asked about in one line of questions, however many jobs were left behind; a person may ask at once", async () => {
    const payout = await approvedPayout();
    const { app, database } = world.api;
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 10, call: "POST /transfer" });
    await sendPayout(app, payout.id);
    // Its first question is due.
    await database.pool.query("update payouts set next_question_at = now() where id = $1", [payout.id]);
    await world.fault("paystack", { mode: "error", times: 2 });
    await Promise.all(Array.from({ length: 6 }, () => askPayout(app, payout.id, { in_turn: true })));
    expect(await payoutOf(payout.subject_id)).toMatchObject({ status: "unknown", asked_times: 1 });
    await askPayout(app, payout.id);
    expect(await payoutOf(payout.subject_id)).toMatchObject({ status: "unknown", asked_times: 2 });
    // The queue goes on; the next inquiry is stored with its due time.
    const { rows } = await database.pool.query<{ n: number }>(
      `
        select count(*)::int as n
        from pgboss.job j
        join payouts p on p.id = (j.data ->> 'payout_id')::uuid
        where j.name = 'query-payout'
          and j.state = 'created'
          and p.id = $1
          and j.start_after >= p.next_question_at - interval '1 second'
      `,
      [payout.id],
    );
    expect(rows[0]?.n).toBeGreaterThan(0);
    await world.clearFaults();
    await waitUntil(async () => {
      await database.pool.query("update payouts set next_question_at = now() where id = $1", [payout.id]);
      await askPayout(app, payout.id, { in_turn: true });
      return (await payoutOf(payout.subject_id)).status === "success";
    });
    expect(await transfersAtProvider(payout.reference)).toBe(1);
  });

  it("is reported to finance, once, when the provider says nothing for fifteen minutes; nobody can give it up, and it is paid once when the answer comes", async () => {
    const payout = await approvedPayout();
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 10, call: "POST /transfer" });
    await sendPayout(world.api.app, payout.id);
    const { api } = world;
    await api.app.db
      .updateTable("payouts")
      .set({ sent_at: new Date(Date.now() - 901_000) })
      .where("id", "=", payout.id)
      .execute();
    await world.fault("paystack", { mode: "error", times: 6 });
    for (let question = 0; question < 3; question += 1) await sendPayout(api.app, payout.id);
    expect(await payoutOf(payout.subject_id)).toMatchObject({
      status: "unknown",
      needs_review_at: null,
      silence_told_at: expect.any(Date) as Date,
    });
    const { rows: told } = await api.database.pool.query<{ n: number }>(
      `
        select count(distinct created_at)::int as n
        from notifications
        where title = 'A payout without an answer' and body like $1
      `,
      [`${payout.reference}%`],
    );
    expect(told).toEqual([{ n: 1 }]);
    const undo = await api.call(calls.undisburseMany, {
      token: world.maker.token,
      body: { loan_ids: [payout.subject_id], reason: "Nobody answers" },
    });
    expect((undo.body.data as Batch).approval_id ?? null).toBeNull();
    await world.clearFaults();
    await waitUntil(async () => {
      await world.runJobs("query-payout");
      return (await payoutOf(payout.subject_id)).status === "success";
    });
    expect(await transfersAtProvider(payout.reference)).toBe(1);
    expect((await payoutOf(payout.subject_id)).failure).toBeNull();
  });

  it("of one's own loan is taken back by others: neither asked for nor agreed to by who borrowed", async () => {
    const mine = await world.running();
    const staff = [world.maker, world.checker];
    for (const { user_id } of staff) {
      await world.api.app.db.updateTable("loans").set({ user_id }).where("id", "=", mine.id).execute();
      const undo = await world.api.call(calls.undisburseMany, {
        token: world.maker.token,
        body: { loan_ids: [mine.id], reason: "It was a mistake" },
      });
      const { items, approval_id } = undo.body.data as Batch & { items: { reason: string | null }[] };
      if (user_id === world.maker.user_id) expect(items[0]?.reason).toBe("Nobody takes back their own loan.");
      else {
        const agreed = await world.approve(approval_id ?? "");
        expect(agreed.body).toMatchObject({ code: "not_a_checker" });
        const { token } = world.maker;
        await world.api.call(approvalCalls.withdraw, {
          token,
          params: { id: approval_id ?? "" },
          body: { version: 1 },
        });
      }
    }
    await world.api.app.db
      .updateTable("loans")
      .set({ user_id: mine.customer.user_id })
      .where("id", "=", mine.id)
      .execute();
  });

  it("killed between sent and the call: it is asked about, never sent again, and a person decides after ten minutes", async () => {
    const payout = await approvedPayout();
    await world.api.app.db
      .updateTable("payouts")
      .set({ status: "sent", sent_at: new Date(Date.now() - 700_000) })
      .where("id", "=", payout.id)
      .execute();
    for (let question = 0; question < 4; question += 1) await sendPayout(world.api.app, payout.id);
    const after = await payoutOf(payout.subject_id);
    expect(after).toMatchObject({ status: "unknown", asked_times: 4 });
    expect(after.needs_review_at).not.toBeNull();
    expect(await transfersAtProvider(payout.reference)).toBe(0);
    const undo = await world.api.call(calls.undisburseMany, {
      token: world.maker.token,
      body: { loan_ids: [payout.subject_id], reason: "The provider never took it" },
    });
    const { approval_id } = undo.body.data as Batch;
    const { title } = await getRow(world.api.app.db, "approvals", approval_id ?? "", ["title"]);
    expect(title).toMatch(/^Give up the payout of ₦[\d,.]+ to [^\d]+$/);
    await world.approve(approval_id ?? "");
    expect(await payoutOf(payout.subject_id)).toMatchObject({ status: "failed" });
    expect((await world.loanRow(payout.subject_id)).status).toBe("accepted");
  });

  it("stays approved while the provider cannot be reached, and is sent when it can", async () => {
    const payout = await approvedPayout();
    const { config } = world.api.app;
    await world.api.app.db
      .updateTable("payouts")
      .set({ recipient_code: "RCP_known" })
      .where("id", "=", payout.id)
      .execute();
    const address = config.PAYSTACK_URL;
    config.PAYSTACK_URL = "http://127.0.0.1:59999";
    await sendPayout(world.api.app, payout.id);
    expect((await payoutOf(payout.subject_id)).status).toBe("approved");
    config.PAYSTACK_URL = address;
    await world.api.app.db.updateTable("payouts").set({ recipient_code: null }).where("id", "=", payout.id).execute();
    await world.runJobs("send-payout");
    await waitUntil(async () => {
      await world.runJobs("query-payout");
      return (await payoutOf(payout.subject_id)).status === "success";
    });
    expect(await transfersAtProvider(payout.reference)).toBe(1);
  });

  it("gives the loan back when the bank refuses, and can be paid out again", async () => {
    const payout = await approvedPayout();
    await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
    await sendPayout(world.api.app, payout.id);
    await waitUntil(async () => {
      await world.runJobs("query-payout");
      return (await payoutOf(payout.subject_id)).status === "failed";
    });
    expect((await world.loanRow(payout.subject_id)).status).toBe("accepted");
    await world.payOut(payout.subject_id);
    expect((await world.loanRow(payout.subject_id)).status).toBe("running");
    await world.prove();
  });

  it("settles once when ten answers come at the same moment", async () => {
    const payout = await approvedPayout();
    await world.api.app.db
      .updateTable("payouts")
      .set({ status: "sent", sent_at: new Date() })
      .where("id", "=", payout.id)
      .execute();
    await Promise.all(
      Array.from({ length: 10 }, () =>
        settlePayout(world.api.app, payout.id, { status: "success", provider_reference: "TRF_x", failure: null }),
      ),
    );
    const { rows } = await world.api.database.pool.query("select 1 from ledger.transactions where key = $1", [
      `disburse:${payout.id}`,
    ]);
    expect(rows).toHaveLength(1);
    expect(await world.rows(payout.subject_id)).toHaveLength(3);
    await world.prove();
  });
});

describe("taking a disbursement back", () => {
  it("mirrors the books and lets the loan be paid out again", async () => {
    const { id } = await world.running();
    const undo = await world.api.call(calls.undisburseMany, {
      token: world.maker.token,
      body: { loan_ids: [id, id], reason: "Paid to the wrong person" },
    });
    const batch = undo.body.data as Batch;
    expect(batch.items.map(({ verdict }) => verdict)).toEqual(["ready", "refused"]);
    await world.approve(batch.approval_id ?? "");
    expect(await world.loanRow(id)).toMatchObject({
      status: "accepted",
      outstanding_principal_kobo: 0n,
      disbursed_on: null,
    });
    const { status, reference, amount_kobo } = await payoutOf(id);
    expect(status, "until the bank shows it").toBe("returning");
    await world.prove();
    await world.syncClock();
    await takeToday(world, [[Number(amount_kobo), reference]]);
    expect((await payoutOf(id)).status).toBe("reversed");
    await world.payOut(id);
    expect(await world.loanRow(id)).toMatchObject({ status: "running", outstanding_principal_kobo: 10_000_000n });
    await world.prove();
  });

  it("lists what can be paid out, what moves and what was paid, and counts it", async () => {
    const { status, body } = await world.api.call(calls.listAll, {
      token: world.maker.token,
      query: { filter: JSON.stringify({ stage: "paid" }), limit: 5 },
    });
    expect(status).toBe(200);
    expect(
      (body.datatable as { items: { stage: string; account_no: string; payout: { status: string } }[] }).items[0],
    ).toMatchObject({ stage: "paid", account_no: expect.stringMatching(/^•+\d{4}$/), payout: { status: "success" } });
    const statistics = await world.api.call(calls.statistics, { token: world.maker.token });
    expect((statistics.body.data as { paid_today: { count: number } }).paid_today.count).toBeGreaterThan(0);
  });
});

describe("the borrower's and the company's look (R110, A84)", () => {
  it("shows one's own, with the account it went to; the company's employees, without it; nobody else's", async () => {
    const [mine, other] = [await world.loan(), await world.loan()];
    const company_id = uuidv7();
    await world.api.app.db
      .insertInto("companies")
      .values({ id: company_id, name: "Paying Foods", profile_completed_at: new Date(), unique_plan: "Growth" })
      .execute();
    await world.api.database.pool.query("update loans set company_id = $1 where id = $2", [company_id, mine.id]);
    const own = async () =>
      (
        (await world.api.call(calls.listOwn, { token: mine.customer.token })).body.datatable as {
          items: { id: string; stage: string }[];
        }
      ).items;
    expect(await own()).toMatchObject([{ id: mine.id, stage: "waiting", account_no: null, disbursed_on: null }]);
    const { data } = await disburse([mine.id, other.id]);
    expect((await own())[0]?.stage).toBe("on_its_way");
    await world.approve(data.approval_id ?? "");
    await waitUntil(async () => {
      await world.runJobs("send-payout", "query-payout");
      return (await own())[0]?.stage === "paid";
    });
    const { reference, account_no_last4, bank_name } = await payoutOf(mine.id);
    expect(await own()).toMatchObject([
      {
        id: mine.id,
        payout_reference: reference,
        bank_name,
        account_no: expect.stringMatching(new RegExp(`^[^0-9]+${account_no_last4}$`)),
      },
    ]);
    const seenBy = async (role: "company_hr" | "company_audit", id: string) =>
      world.api.call(calls.listOfCompany, { token: (await world.api.person(role, { company_id: id })).token });
    expect((await seenBy("company_audit", company_id)).body.datatable).toMatchObject({
      items: [
        {
          id: mine.id,
          employee: { name: expect.any(String) },
          stage: "paid",
          account_no: null,
          bank_name: null,
          payout_reference: null,
        },
      ],
    });
    expect((await seenBy("company_hr", company_id)).status).toBe(403);
    const elsewhere = uuidv7();
    await world.api.app.db
      .insertInto("companies")
      .values({ id: elsewhere, name: "Elsewhere", profile_completed_at: new Date(), unique_plan: "Growth" })
      .execute();
    expect((await seenBy("company_audit", elsewhere)).body.datatable).toMatchObject({ items: [] });
  });
});

describe("the page of a payout", () => {
  interface Shown {
    status: string;
    is_same_name: boolean;
    fees_kobo: number;
    amount_kobo: number;
    attempts: { id: string; status: string }[];
    expected: { subject_type: string; status: string }[];
    loan: { why_not: string | null; payout: { id: string } };
    pending: { id: string; title: string } | null;
    entries: { kind: string; words: string; detail: string | null; who: string | null }[];
  }
  const pageOf = async (id: string): Promise<Shown> => {
    const { status, body } = await world.api.call(calls.payout, { token: world.maker.token, params: { id } });
    expect(status).toBe(200);
    return (body.data as { payout: Shown }).payout;
  };

  it("tells an unknown outcome, its attempts, and all that happened, in words", async () => {
    const payout = await approvedPayout();
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 10, call: "POST /transfer" });
    await sendPayout(world.api.app, payout.id);
    const unknown = await pageOf(payout.id);
    expect(unknown).toMatchObject({ status: "unknown", expected: [], attempts: [{ id: payout.id }] });
    expect(unknown.entries.map(({ words }) => words)).toEqual(
      expect.arrayContaining(["Agreed by a second person", "Sent to the bank", "The bank gave no clear answer"]),
    );
    await waitUntil(async () => {
      await askPayout(world.api.app, payout.id);
      return (await payoutOf(payout.subject_id)).status === "success";
    });
    const arrived = await pageOf(payout.id);
    expect(arrived).toMatchObject({
      expected: [{ subject_type: "payout", status: "expected" }],
      loan: { payout: { id: payout.id } },
    });
    expect(arrived.entries.map(({ kind, words }) => `${kind}: ${words}`)).toEqual(
      expect.arrayContaining([
        "money: The bank confirmed that it arrived",
        expect.stringMatching(/^attempts: The bank was asked/),
        "messages: Your loan was paid out",
      ]),
    );
    for (const { words, detail, who } of arrived.entries)
      expect(`${words} ${detail ?? ""} ${who ?? ""}`).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|[{}]/);
  });

  it("says who decides while a request about it is pending, and afterwards whether the money came back", async () => {
    const { id } = await world.running();
    const payout = await payoutOf(id);
    const undo = { token: world.maker.token, body: { loan_ids: [id], reason: "Paid to the wrong person" } };
    const asked = (await world.api.call(calls.undisburseMany, undo)).body.data as Batch;
    expect((await pageOf(payout.id)).pending).toEqual({
      id: asked.approval_id,
      title: expect.stringMatching(/^Take back ₦[\d,.]+ from [^\d]+$/),
    });
    await world.approve(asked.approval_id ?? "");
    expect((await pageOf(payout.id)).pending).toBeNull();
    const words = async () => (await pageOf(payout.id)).entries.map((entry) => entry.words);
    expect(await words()).toContain("On its way back");
    const { status, body } = await world.api.call(repaymentCalls.endReturn, {
      token: world.maker.token,
      params: { id },
      body: { outcome: "lost", reason: "Nobody has it" },
    });
    expect(status).toBe(200);
    await world.approve((body.data as { approval_id: string }).approval_id);
    expect(await words()).toEqual(
      expect.arrayContaining(["It did not come back, and was booked as lost", "No longer expected at the bank"]),
    );
    expect(await words()).not.toContain("It came back");
  });

  it("names a payout that was declined beside the one that took its place", async () => {
    const { id, customer } = await world.loan();
    const first = await disburse([id]);
    await world.api.call(approvalCalls.decline, {
      params: { id: first.data.approval_id ?? "" },
      token: world.checker.token,
      body: { version: 1, reason: "Another account first" },
    });
    const declined = await payoutOf(id);
    expect((await pageOf(declined.id)).loan).toMatchObject({ why_not: null, payout: { id: declined.id } });
    await disburse([id]);
    const page = await pageOf(declined.id);
    expect(page.attempts.map(({ status }) => status)).toEqual(["awaiting_approval", "failed"]);
    expect(page.loan.payout.id).not.toBe(declined.id);
    expect(page.entries.find(({ words }) => words.endsWith(": declined"))?.detail).toBe("Another account first");
    const found = await world.api.call(searchCalls.search, {
      token: world.maker.token,
      query: { q: declined.reference },
    });
    expect(JSON.stringify(found.body.data)).toContain(`/admin/payments/${declined.id}`);
    for (const { token } of [customer, await world.api.person("super_support")])
      expect((await world.api.call(calls.payout, { token, params: { id: declined.id } })).status).toBe(403);
    const nobodys = { token: world.maker.token, params: { id: uuidv7() } };
    expect((await world.api.call(calls.payout, nobodys)).status).toBe(404);
  });
});
