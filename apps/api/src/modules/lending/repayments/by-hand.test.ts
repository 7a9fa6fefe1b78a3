import { day } from "@manilla/contract/formats";
import * as rewards from "@manilla/contract/growth/rewards";
import * as loans from "@manilla/contract/lending/loans";
import * as calls from "@manilla/contract/lending/repayments";
import * as reconciliation from "@manilla/contract/money/reconciliation";
import * as slips from "@manilla/contract/money/slips";
import * as approvals from "@manilla/contract/platform/approvals";
import { roleSlugs, roles } from "@manilla/contract/roles";
import { balanceOf } from "@manilla/ledger";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { queryable } from "../../../db/database.ts";
import { payFractions } from "./recording.ts";

let world: RepaymentWorld["world"];
let staff: RepaymentWorld["staff"];
let dueToday: RepaymentWorld["dueToday"];
let nextDay: RepaymentWorld["nextDay"];
let today: RepaymentWorld["today"];
inRepaymentWorld((made) => ({ world, staff, dueToday, nextDay, today } = made), "without bank statements");

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const WITH_FEES = {
  product: { fees: [{ name: "Service", when: "each_instalment", kobo: 20_000, vat_percent: "7.5" }] },
};
const SUMS = { one: "by_one", loan: "on_loan", person: "for_person" };
const allow = async (sums: Partial<Record<keyof typeof SUMS, number>>) => {
  for (const [which, key] of Object.entries(SUMS))
    await sql`
      update configuration set value = ${String(sums[which as keyof typeof SUMS] ?? 0)}::jsonb
      where key = ${`recorded_alone_${key}_kobo`}
    `.execute(world.api.app.db);
};
beforeEach(() => allow({}));

const part = (id: string, amount_kobo: number, reference: string, token = world.maker.token) =>
  world.api.call(calls.payFraction, { token, params: { id }, body: { amount_kobo, reference } });
const isAsked = ({ body }: { body: { data?: unknown } }) => "approval_id" in (body.data as object);
const approvalOf = ({ body }: { body: { data?: unknown } }) => (body.data as { approval_id: string }).approval_id;
/** A pending request would refuse the next try. */
const withdraw = () =>
  sql`update approvals set status = 'withdrawn', decided_at = now() where status = 'pending'`.execute(world.api.app.db);
const receipts = async () => (await world.api.app.db.selectFrom("receipts").selectAll().execute()).length;
const balance = async (code: string) => (await balanceOf(queryable(world.api.app.db), code)).balance_kobo;
const row = (id: string) =>
  world.api.app.db.selectFrom("receipts").selectAll().where("reference", "=", id).executeTakeFirst();

describe("money that staff say came in", () => {
  it("is the bank's when its statement shows it, goes back with a reversal, and is never explained by who recorded it", async () => {
    await allow({ one: 1e12, loan: 1e12, person: 1e12 });
    // The first test: today's statement follows the one with which the world begins.
    const rows = await world.rows((await world.running()).id);
    const awaiting = await balance("receipts_awaiting_bank");
    for (const [reference, kobo] of [
      ["BANK-SAME", 100_000],
      ["BANK-SHORT", 100_000],
    ] as const)
      await part(rows[0]!.id, kobo, reference);
    await takeToday(world, [
      [100_000, "BANK-SAME"],
      [60_000, "BANK-SHORT"],
    ]);
    expect(await balance("receipts_awaiting_bank")).toBe(awaiting + 100_000n);
    const items = await world.api.app.db
      .selectFrom("reconciliation_items")
      .select(["id", "status", "reference"])
      .where("reference", "in", ["BANK-SAME", "BANK-SHORT"])
      .orderBy("reference")
      .execute();
    expect(items.map(({ status }) => status)).toEqual(["matched_auto", "short"]);
    const short = items[1]!.id;
    const body = { account: "bank_charges" as const, reason: "The bank kept it" };
    expect((await staff(reconciliation.resolve, { params: { id: short }, body })).status).toBe(403);
    const named = await world.api.call(reconciliation.resolve, {
      token: world.checker.token,
      params: { id: short },
      body,
    });
    await world.api.call(approvals.approve, {
      token: (await world.api.person("super_finance")).token,
      params: { id: approvalOf(named) },
      body: { version: 1 },
    });
    expect(await balance("receipts_awaiting_bank")).toBe(awaiting);
    const params = { id: (await row("BANK-SAME"))!.id };
    const led = { reason: "Pay again at manilla-pay.com" };
    expect((await staff(calls.reverseReceipt, { params, body: led })).body.errors).toEqual({
      reason: ["this leads to another site than our own: manilla-pay.com"],
    });
    const reversal = await staff(calls.reverseReceipt, { params, body: { reason: "Another person's money" } });
    expect((await world.approve(approvalOf(reversal))).status).toBe(200);
    await takeToday(world, [[1_000, "BANK-NEXT"]]);
    expect(await balance("receipts_awaiting_bank"), "nothing is left below zero").toBe(awaiting);
    const { balance: panel } = (await staff(reconciliation.balance)).body.data as {
      balance: { unexplained_kobo: number };
    };
    expect(panel.unexplained_kobo).toBe(0);
    await world.prove();
  });

  it("is recorded by nobody alone, whatever their role and whichever call", async () => {
    const { id: loan_id, rows } = await dueToday();
    const id = rows[0]!.id;
    const before = await receipts();
    let asked = 0;
    for (const role of roleSlugs.filter((slug) =>
      roles[slug].permissions.some((each) => each.startsWith("provider:")),
    )) {
      const { token } = await world.api.person(role);
      const reference = `ALONE-${role.replaceAll("_", "-")}`;
      const params = { id };
      const answers = [
        await world.api.call(calls.settle, { token, params, body: { scope: "due", reference } }),
        await world.api.call(calls.settle, { token, params, body: { scope: "loan", reference: `${reference}-W` } }),
        await part(id, 100, `${reference}-P`, token),
        await world.api.call(calls.settleMany, { token, body: { repayment_ids: [id], reference } }),
        await world.api.call(loans.markAsReimbursed, {
          token,
          params: { id: loan_id },
          body: { reference, reason: "Paid by the employer" },
        }),
      ];
      for (const answer of answers) {
        expect([200, 403], `${role}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
        if (answer.status === 200) expect(isAsked(answer), role).toBe(true);
        asked += answer.status === 200 ? 1 : 0;
      }
      // The next role would be refused because the same waits already.
      await withdraw();
    }
    expect(asked).toBeGreaterThan(4);
    expect(await receipts()).toBe(before);
  });

  it("is the receipt of who recorded it and who agreed, and awaits the bank", async () => {
    const { rows, customer } = await dueToday();
    const [bank, awaiting] = [await balance("bank_operating"), await balance("receipts_awaiting_bank")];
    const body = { amount_kobo: 100_000, reference: "HAND-1", slip_id: await slipOf(world.api.app, world.maker.token) };
    const click = () => staff(calls.payFraction, { params: { id: rows[0]!.id }, body });
    const asked = await click();
    const [id, clicks] = [approvalOf(asked), await Promise.all([click(), click()])];
    expect(
      clicks.map(({ status }) => status),
      "the same waits already",
    ).toEqual([409, 409]);
    const shown = (await staff(approvals.find, { params: { id } })).body.data as { title: string; why_not: string };
    const { full_name } = await world.api.app.db
      .selectFrom("users")
      .select("full_name")
      .where("id", "=", customer.user_id)
      .executeTakeFirstOrThrow();
    expect(shown.title).toBe(`Record ₦1,000.00 received from ${full_name}`);
    expect((await staff(approvals.approve, { params: { id }, body: { version: 1 } })).status).toBe(403);
    expect((await world.approve(id)).status).toBe(200);
    expect(await row("HAND-1")).toMatchObject({
      recorded_by: world.maker.user_id,
      confirmed_by: world.checker.user_id,
      source: "receipts_awaiting_bank",
    });
    expect(await balance("bank_operating")).toEqual(bank);
    expect(await balance("receipts_awaiting_bank")).toEqual(awaiting + 100_000n);
    await world.prove();
  });

  it("settles a loan on an earlier day by the figure of that day, and nothing is left over", async () => {
    const { id: loan_id, rows } = await dueToday();
    const then = await today();
    const figure = async (on?: string) =>
      (await staff(calls.settlementQuote, { params: { id: loan_id }, query: on ? { on } : {} })).body.data as {
        total_kobo: number;
        due_kobo: number;
      };
    const { total_kobo, due_kobo } = await figure();
    await nextDay(addDays(then, 3));
    expect((await figure()).total_kobo, "it goes on earning").toBeGreaterThan(total_kobo);
    expect(await figure(then)).toMatchObject({ total_kobo, due_kobo });
    expect((await staff(calls.settlementQuote, { params: { id: loan_id }, query: { on: "2020-01-01" } })).status).toBe(
      422,
    );
    const settle = (amount_kobo: number) =>
      staff(calls.settle, {
        params: { id: rows[0]!.id },
        body: { scope: "loan", reference: "THEN-1", amount_kobo, received_on: then },
      });
    expect((await settle((await figure()).total_kobo)).status, "today's figure is another").toBe(409);
    expect((await world.approve(approvalOf(await settle(total_kobo)))).status).toBe(200);
    expect(await world.loanRow(loan_id)).toMatchObject({ status: "settled", credit_balance_kobo: 0n });
    expect(await row("THEN-1")).toMatchObject({ received_on: then, amount_kobo: BigInt(total_kobo), credit_kobo: 0n });
    await world.prove();
  });

  it("counts from the day on which it was recorded when the second person agrees later", async () => {
    const { rows } = await dueToday();
    const on = await today();
    const asked = await part(rows[0]!.id, 50_000, "HAND-LATE");
    await nextDay(new Date(Date.parse(on) + 2 * 86_400_000).toISOString().slice(0, 10));
    expect((await world.approve(approvalOf(asked))).status).toBe(200);
    expect(await row("HAND-LATE")).toMatchObject({ received_on: on, confirmed_by: world.checker.user_id });
    await world.prove();
  });

  it("brings a slip that who decides may open, and a day that can be true", async () => {
    const { id: loan_id, rows } = await dueToday();
    const params = { id: rows[0]!.id };
    const form = new FormData();
    form.append("slip", new Blob([PNG], { type: "image/png" }), "deposit slip.png");
    const kept = (await staff(slips.uploadSlip, { body: form })).body.data as { id: string };
    expect((await staff(slips.uploadSlip, { body: form })).body.data, "the same file is the same slip").toEqual(kept);
    const body = { amount_kobo: 100_000, reference: "EVIDENCE-1", slip_id: kept.id };
    const refused = async (more: object) =>
      (await staff(calls.payFraction, { params, body: { ...body, ...more } })).body.errors;
    expect(await refused({ slip_id: undefined })).toHaveProperty("slip_id");
    expect(await refused({ slip_id: uuidv7() })).toHaveProperty("slip_id");
    const days = ["2099-01-01", "2020-01-01"];
    for (const received_on of days) expect(await refused({ received_on })).toHaveProperty("received_on");
    for (const call of [calls.settle, calls.settleMany])
      expect(
        (
          await staff(call, {
            params,
            body: {
              ...(call === calls.settleMany && { repayment_ids: [params.id] }),
              reference: "NO-SLIP",
              slip_id: undefined,
            },
          })
        ).status,
      ).toBe(422);
    await allow({ one: 1e12, loan: 1e12, person: 1e12 });
    const received_on = addDays(await today(), -3);
    const asked = await staff(calls.payFraction, { params, body: { ...body, received_on } });
    expect(isAsked(asked), "an earlier day takes two persons, whatever the sum").toBe(true);
    const { effect } = (await staff(approvals.find, { params: { id: approvalOf(asked) } })).body.data as {
      effect: { papers: { link: string; name: string }[]; facts: object[]; postings: object[] };
    };
    expect(effect.papers).toEqual([
      { label: "Slip", name: "deposit slip.png", link: `/api/admin/slips/${kept.id}/file` },
    ]);
    expect(effect.facts).toContainEqual({ label: "Received on", value: day(received_on) });
    expect(effect.postings.length).toBeGreaterThan(0);
    const opened = { params: { id: kept.id } };
    expect((await world.api.call(slips.slipFile, { ...opened, token: world.checker.token })).status).toBe(200);
    for (const role of ["super_support", "staff"] as const)
      expect(
        (await world.api.call(slips.slipFile, { ...opened, token: (await world.api.person(role)).token })).status,
      ).toBe(403);
    expect((await world.approve(approvalOf(asked))).status).toBe(200);
    expect(await row("EVIDENCE-1")).toMatchObject({ received_on, slip_id: kept.id, loan_id });
    const again = await staff(calls.payFraction, { params, body: { ...body, reference: "EVIDENCE-2", received_on } });
    const second = (await staff(approvals.find, { params: { id: approvalOf(again) } })).body.data as typeof effect & {
      effect: typeof effect;
    };
    expect(second.effect.facts).toContainEqual({ label: "The same file was used for", value: "EVIDENCE-1" });
    const third = await staff(calls.payFraction, { params, body: { ...body, reference: "EVIDENCE-3", received_on } });
    const shown = (await staff(approvals.find, { params: { id: approvalOf(third) } })).body.data as typeof second;
    const { title } = second as unknown as { title: string };
    expect(shown.effect.facts, "requests that are pending count too").toContainEqual({
      label: "The same file was brought for",
      value: title,
    });
    await world.prove();
  });

  it("takes no slip that is something else, and shows one as what it is, under a plain name", async () => {
    const send = async (name: string, type: string, bytes: Buffer) => {
      const form = new FormData();
      form.append("slip", new Blob([new Uint8Array(bytes)], { type }), name);
      return staff(slips.uploadSlip, { body: form });
    };
    const script = "<script>alert(1)</script>";
    const hostile: [name: string, type: string, bytes: Buffer][] = [
      ["slip.png", "image/png", Buffer.from(`<!doctype html><html>${script}</html>`)],
      ["slip.svg", "image/svg+xml", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
      ["slip.pdf", "application/pdf", Buffer.from(`%PDF-1.7\n<html>${script}</html>\n%%EOF`)],
      ["slip.html", "text/html", Buffer.from(script)],
      ["slip.csv", "text/csv", Buffer.from("a,b\n1,2")],
      ["slip.png", "image/png", Buffer.concat([PNG, Buffer.alloc(10_485_760)])],
      ["slip.png", "image/png", Buffer.alloc(0)],
      ["5399 8383 8383 8381.png", "image/png", PNG],
    ];
    for (const [name, type, bytes] of hostile) expect((await send(name, type, bytes)).status, name).toBe(422);
    const names = ["../../etc/passwd.png", "..\\win.ini", "\u202Egnp.exe\u0007", `${"x".repeat(3_000)}.png`, script];
    for (const [index, name] of names.entries()) {
      // What follows the picture goes when it is made anew, so that each is the same slip.
      const answer = await send(name, "text/html", Buffer.concat([PNG, Buffer.from(`${index}${script}`)]));
      expect(answer.status, name).toBe(200);
      const { id, name: shown } = answer.body.data as { id: string; name: string };
      expect(shown).toMatch(/^[\w .()-]{1,120}$/);
      const file = await fetch(`${world.api.address}/api/admin/slips/${id}/file`, {
        headers: { authorization: `Bearer ${world.checker.token}` },
      });
      expect(Object.fromEntries(file.headers)).toMatchObject({
        "content-type": "image/png",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      });
      expect(file.headers.get("content-disposition")).toMatch(/^inline; filename="[\w .()-]{1,120}"$/);
      expect(Buffer.from(await file.arrayBuffer()).includes("script")).toBe(false);
    }
  });

  it("goes alone within the sums of a recorder, a loan and a person, and never for a whole loan", async () => {
    const [one, two] = [await dueToday(), await dueToday()];
    const [first, other] = [one.rows[0]!.id, two.rows[0]!.id];
    await allow({ one: 1_000_000, loan: 300_000, person: 300_000 });
    expect(isAsked(await part(first, 200_000, "SUM-1"))).toBe(false);
    expect(isAsked(await part(first, 100_001, "SUM-2")), "the loan's sum").toBe(true);
    expect(isAsked(await part(first, 100_000, "SUM-3"))).toBe(false);
    await allow({ one: 400_000, loan: 900_000, person: 900_000 });
    const both = await Promise.all([part(other, 100_000, "SUM-4"), part(first, 100_000, "SUM-5")]);
    expect(both.map(isAsked).toSorted(), "two at once share the recorder's sum").toEqual([false, true]);
    expect(isAsked(await part(other, 100_000, "SUM-6", world.checker.token)), "another recorder's").toBe(false);
    await allow({ one: 1e12, loan: 1e12, person: 1e12 });
    const params = { id: other };
    expect(isAsked(await staff(calls.settle, { params, body: { scope: "loan", reference: "SUM-7" } }))).toBe(true);
    const quote = (await staff(calls.settlementQuote, { params: { id: two.id } })).body.data as { total_kobo: number };
    expect(isAsked(await part(other, quote.total_kobo, "SUM-8")), "the whole by another name").toBe(true);
  });

  it("goes alone with a slip of its own: what another receipt or request was made from wants a second person", async () => {
    const [one, two] = [await dueToday(), await dueToday()];
    await allow({ one: 1e12, loan: 1e12, person: 1e12 });
    const [mine, theirs] = [await slipOf(world.api.app, world.maker.token), uuidv7()];
    await sql`
      insert into slips (id, original_name, media_type, digest, storage_name, uploaded_by)
      select ${theirs}, 'the same file.pdf', media_type, digest, storage_name, ${world.checker.user_id}
      from slips
      where id = ${mine}
    `.execute(world.api.app.db);
    const use = (at: { rows: { id: string }[] }, slip_id: string, reference: string, token = world.maker.token) =>
      world.api.call(calls.payFraction, {
        token,
        params: { id: at.rows[0]!.id },
        body: { amount_kobo: 1_000, reference, slip_id },
      });
    const atOnce = await Promise.all([
      use(one, mine, "SLIP-1"),
      use(two, mine, "SLIP-2"),
      use(two, theirs, "SLIP-3", world.checker.token),
    ]);
    expect(atOnce.map(isAsked).toSorted(), "one of three at once").toEqual([false, true, true]);
    expect(isAsked(await use(one, mine, "SLIP-4"))).toBe(true);
    const other = await slipOf(world.api.app, world.maker.token);
    await staff(calls.payFraction, {
      params: { id: one.rows[0]!.id },
      body: { amount_kobo: 1_000, reference: "SLIP-5", slip_id: other, received_on: addDays(await today(), -1) },
    });
    expect(isAsked(await use(two, other, "SLIP-6")), "a request waits with it").toBe(true);
    await world.prove();
  });

  it("goes alone once when two colleagues bring the same file at the same moment and are received together", async () => {
    const [one, two] = [await dueToday(), await dueToday()];
    await allow({ one: 1e12, loan: 1e12, person: 1e12 });
    const [mine, theirs] = [await slipOf(world.api.app, world.maker.token), uuidv7()];
    await sql`
      insert into slips (id, original_name, media_type, digest, storage_name, uploaded_by)
      select ${theirs}, 'the same file.pdf', media_type, digest, storage_name, ${world.checker.user_id}
      from slips
      where id = ${mine}
    `.execute(world.api.app.db);
    const request = (user_id: string, at: typeof one, slip_id: string, reference: string) => ({
      context: { session: { user_id, roles: [] }, request_id: reference } as never,
      input: { params: { id: at.rows[0]!.id }, body: { amount_kobo: 1_000n, reference, slip_id } },
    });
    const answers = await world.api.app.db
      .transaction()
      .execute((tx) =>
        payFractions(tx, [
          request(world.maker.user_id, one, mine, "FILE-1"),
          request(world.checker.user_id, two, theirs, "FILE-2"),
        ]),
      );
    expect(answers.map((each) => each !== undefined)).toEqual([true, false]);
    await world.prove();
  });

  it("is requested once at a time: while a request is pending, another one for the same is refused, and not afterwards", async () => {
    const { id: loan_id, rows } = await dueToday(WITH_FEES);
    const on = await today();
    const { call } = world.api;
    const [params, loan] = [{ id: rows[0]!.id }, { id: loan_id }];
    const token = { maker: world.maker.token, checker: world.checker.token };
    const ways: Record<string, (who: keyof typeof token, tag: string) => ReturnType<typeof call>> = {
      reimbursement: (who, tag) =>
        call(loans.markAsReimbursed, {
          token: token[who],
          params: loan,
          body: { reference: `ONCE-R-${tag}`, reason: `Paid by the employer ${tag}` },
        }),
      waiver: (who, tag) =>
        call(calls.waive, {
          token: token[who],
          params,
          body: { component: "fees", amount_kobo: 100 + tag.length, reason: `Waived ${tag}` },
        }),
      receipt: (who, tag) => part(params.id, 1_000 + tag.length, "ONCE-RECEIPT", token[who]),
      back_date: (who, tag) =>
        call(calls.backDate, {
          token: token[who],
          params,
          body: {
            amount_kobo: 2_000,
            reference: "ONCE-EARLIER",
            received_on: addDays(on, -tag.length),
            reason: `Earlier ${tag}`,
          },
        }),
    };
    for (const [name, ask] of Object.entries(ways)) {
      const both = await Promise.all([ask("maker", "a"), ask("checker", "bb")]);
      expect(both.map(({ status }) => status).toSorted(), name).toEqual([200, 409]);
      const [asked, refused] = both.toSorted((left, right) => left.status - right.status) as [
        (typeof both)[0],
        (typeof both)[0],
      ];
      expect(refused.body.code, name).toBe("already_requested");
      const { id, token: own } = { id: approvalOf(asked), token: asked === both[0] ? token.maker : token.checker };
      const given = await call(approvals.withdraw, { token: own, params: { id }, body: {} });
      expect([name, given.status, given.body]).toMatchObject([name, 200, {}]);
      expect((await ask("maker", "ccc")).status, name).toBe(200);
    }
    const sameReference = {
      amount_kobo: 1_000,
      reference: "ONCE-RECEIPT",
      received_on: addDays(on, -1),
      reason: "Slip",
    };
    const earlier = await staff(calls.backDate, { params, body: sameReference });
    expect(earlier.body.code, "by the other call").toBe("already_requested");
    await world.prove();
  });

  it("brings a slip that its maker uploaded: a colleague's is refused at its field, in every call", async () => {
    const { id: loan_id, rows } = await dueToday(WITH_FEES);
    await allow({ one: 1e12, loan: 1e12, person: 1e12 });
    const slip_id = await slipOf(world.api.app, world.checker.token);
    const [on, params] = [await today(), { id: rows[0]!.id }];
    const reason = "A colleague's slip";
    const body = { amount_kobo: 1_000, reference: "OTHERS-SLIP", slip_id };
    const answers = [
      await staff(calls.payFraction, { params, body }),
      await staff(calls.settle, { params, body: { scope: "due", reference: "OTHERS-SLIP", slip_id } }),
      await staff(calls.settleMany, { body: { repayment_ids: [params.id], reference: "OTHERS-SLIP", slip_id } }),
      await staff(calls.backDate, { params, body: { ...body, received_on: addDays(on, -1), reason } }),
      await staff(calls.waive, { params, body: { component: "fees", amount_kobo: 1, slip_id, reason } }),
      await staff(loans.markAsReimbursed, {
        params: { id: loan_id },
        body: { reference: "OTHERS-SLIP", slip_id, reason },
      }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(Object.keys(body.errors ?? {})).toEqual(["slip_id"]);
    }
    expect(await row("OTHERS-SLIP")).toBeUndefined();
    const own = await world.api.call(calls.payFraction, { token: world.checker.token, params, body });
    expect(own.status).toBe(200);
  });

  it("is taken back, lost or given only with a paper of its maker's own, which the second person opens", async () => {
    const { id: loan_id, customer, rows } = await dueToday();
    await allow({ one: 1e12, loan: 1e12, person: 1e12 });
    expect((await part(rows[0]!.id, 1_000, "PAPER-1")).status).toBe(200);
    await nextDay(addDays(await today(), 5));
    const [loan, receipt] = [{ id: loan_id }, { id: (await row("PAPER-1"))!.id }];
    const reason = "By the paper that is attached";
    const colleagues = await slipOf(world.api.app, world.checker.token);
    for (const [name, call, params, more] of [
      ["reversal", calls.reverseReceipt, receipt, {}],
      ["charge-off", calls.chargeOff, loan, {}],
      ["write-off", calls.writeOff, loan, {}],
      ["reward", rewards.give, { id: customer.user_id }, { amount_kobo: 100 }],
    ] as const) {
      for (const slip_id of [undefined, uuidv7(), colleagues]) {
        const refused = await staff(call, { params, body: { reason, ...more, slip_id } });
        expect(refused.status, name).toBe(422);
        expect(Object.keys(refused.body.errors ?? {}), name).toEqual(["slip_id"]);
      }
      const slip_id = await slipOf(world.api.app, world.maker.token);
      const asked = await staff(call, { params, body: { reason, ...more, slip_id } });
      expect(asked.status, name).toBe(200);
      expect(isAsked(asked), name).toBe(true);
      const { effect } = (await staff(approvals.find, { params: { id: approvalOf(asked) } })).body.data as {
        effect: { papers: { link: string }[] };
      };
      expect(
        effect.papers.map(({ link }) => link),
        name,
      ).toEqual([`/api/admin/slips/${slip_id}/file`]);
      await withdraw();
    }
    await world.prove();
  });
});
