import * as disbursements from "@manilla/contract/lending/disbursements";
import * as loans from "@manilla/contract/lending/loans";
import * as calls from "@manilla/contract/lending/repayments";
import * as remittances from "@manilla/contract/money/remittances";
import * as approvals from "@manilla/contract/platform/approvals";
import { roleSlugs } from "@manilla/contract/roles";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, it } from "vitest";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";

let world: RepaymentWorld["world"];
let dueToday: RepaymentWorld["dueToday"];
let nextDay: RepaymentWorld["nextDay"];
let today: RepaymentWorld["today"];
inRepaymentWorld((made) => ({ world, dueToday, nextDay, today } = made), "without bank statements");
beforeEach(() =>
  sql`update configuration set value = '0' where key like 'recorded\\_alone\\_%'`.execute(world.api.app.db),
);

const approvalOf = ({ body }: { body: { data?: unknown } }) => (body.data as { approval_id: string }).approval_id;
/** A pending request would refuse the next try. */
const withdraw = () =>
  sql`update approvals set status = 'withdrawn', decided_at = now() where status = 'pending'`.execute(world.api.app.db);

describe("one person alone (M17)", () => {
  const reason = "Tried by one person";
  interface Tried {
    id: string;
    customer: { user_id: string };
    rows: { id: string }[];
  }
  type Act = (token: string, tag: string) => Promise<{ body: { data?: unknown } }>;
  /** Everything by which staff move, or say that they moved, money of a loan. */
  const actsOn = ({ id: loan_id, rows, customer }: Tried, on: string): Record<string, Act> => {
    const params = { id: rows[0]!.id };
    const loan = { id: loan_id };
    const call = world.api.call;
    return {
      part: (token, tag) =>
        call(calls.payFraction, { token, params, body: { amount_kobo: 1_000, reference: `M17-P-${tag}` } }),
      due: (token, tag) => call(calls.settle, { token, params, body: { scope: "due", reference: `M17-D-${tag}` } }),
      whole: (token, tag) => call(calls.settle, { token, params, body: { scope: "loan", reference: `M17-W-${tag}` } }),
      many: (token, tag) =>
        call(calls.settleMany, { token, body: { repayment_ids: [params.id], reference: `M17-M-${tag}` } }),
      earlier: (token, tag) =>
        call(calls.backDate, {
          token,
          params,
          body: { amount_kobo: 1_000, reference: `M17-B-${tag}`, received_on: addDays(on, -2), reason },
        }),
      waive: (token) => call(calls.waive, { token, params, body: { component: "fees", amount_kobo: 1, reason } }),
      reimburse: async (token, tag) =>
        call(loans.markAsReimbursed, {
          token,
          params: loan,
          body: { reference: `M17-R-${tag}`, reason, version: (await world.loanRow(loan_id)).version },
        }),
      write_off: (token) => call(calls.writeOff, { token, params: loan, body: { reason } }),
      undisburse: (token) => call(disbursements.undisburseMany, { token, body: { loan_ids: [loan_id], reason } }),
      kept: (token) => call(calls.endReturn, { token, params: loan, body: { outcome: "kept", reason } }),
      lost: (token) => call(calls.endReturn, { token, params: loan, body: { outcome: "lost", reason } }),
      disburse: (token) => call(disbursements.disburseMany, { token, body: { loan_ids: [loan_id] } }),
      remit: (token, tag) =>
        call(remittances.remit, {
          token,
          body: { month: on.slice(0, 7), amount_kobo: 1, reference: `M17-V-${tag}`, paid_on: on },
        }),
      refund: (token) =>
        call(calls.refund, { token, params: { id: customer.user_id }, body: { amount_kobo: 1, reason } }),
      reverse: async (token) => {
        const { rows: found } = await sql<{ id: string }>`
          select id from receipts where loan_id = ${loan_id} and reversed_at is null limit 1
        `.execute(world.api.app.db);
        return call(calls.reverseReceipt, { token, params: { id: found[0]?.id ?? uuidv7() }, body: { reason } });
      },
    };
  };
  /** Who asked answers for themselves through the inbox, one by one and together. */
  const approveAll = async (token: string) => {
    const { rows: waiting } = await sql<{ id: string; version: number }>`
      select id, version from approvals where status = 'pending'
    `.execute(world.api.app.db);
    for (const { id, version } of waiting) {
      await world.api.call(approvals.approve, { token, params: { id }, body: { version } });
      await world.api.call(approvals.approveMany, { token, body: { approvals: [{ id, version }] } });
    }
  };
  const posted = async () =>
    (await sql<{ n: bigint }>`select count(*) as n from ledger.transactions`.execute(world.api.app.db)).rows[0]!.n;

  it("moves nothing by any two calls of one person, in any order, though they may everything (M17)", async () => {
    const loan = await dueToday();
    // What can only follow an agreed one is tried below.
    const own = Object.entries(actsOn(loan, await today())).filter(
      ([name]) => !["lost", "disburse", "reverse"].includes(name),
    );
    const acts: Record<string, (token: string, tag: string) => Promise<unknown>> = {
      ...Object.fromEntries(own),
      approve: approveAll,
    };
    await withdraw();
    const before = [await posted(), await world.rows(loan.id)];
    const { token } = await world.api.person("super_admin");
    let pairs = 0;
    for (const [one, first] of Object.entries(acts))
      for (const [two, second] of Object.entries(acts)) {
        await first(token, `${one}-${two}-1`);
        await second(token, `${one}-${two}-2`);
        await approveAll(token);
        pairs += 1;
        await withdraw();
      }
    expect(pairs).toBe(Object.keys(acts).length ** 2);
    for (const role of roleSlugs.filter((slug) => slug.startsWith("super_") && slug !== "super_admin")) {
      const person = await world.api.person(role);
      for (const [name, act] of Object.entries(acts)) await act(person.token, `${role}-${name}`);
      await approveAll(person.token);
      await withdraw();
    }
    expect([await posted(), await world.rows(loan.id)]).toEqual(before);
    await world.prove();
  });

  it("moves nothing after what a second person has agreed to once, by any further call (M17)", async () => {
    const names = Object.keys(actsOn({ id: "", customer: { user_id: "" }, rows: [{ id: "" }] }, "2026-01-01"));
    const running: Awaited<ReturnType<typeof world.loan>>[] = [];
    for (const _ of names) running.push(await world.loan());
    await world.payOut(...running.map(({ id }) => id));
    await nextDay(String((await world.rows(running[0]!.id))[0]?.due_on));
    await withdraw();
    const on = await today();
    const { token } = await world.api.person("super_admin");
    const agreed: string[] = [];
    for (const [index, name] of names.entries()) {
      const { id, customer } = running[index]!;
      const acts = actsOn({ id, customer, rows: await world.rows(id) }, on);
      // What can only follow something else follows it.
      if (name === "kept" || name === "lost" || name === "disburse")
        await world.approve(approvalOf(await acts["undisburse"]!(token, `${name}-0`)));
      if (name === "reverse" || name === "refund") await world.approve(approvalOf(await acts["part"]!(token, name)));
      const { body } = await acts[name]!(token, `${name}-1`);
      const { approval_id } = (body.data ?? {}) as { approval_id?: string };
      if (approval_id && (await world.approve(approval_id)).status === 200) agreed.push(name);
      const before = await posted();
      for (const [next, act] of Object.entries(acts)) await act(token, `${name}-${next}-2`);
      await approveAll(token);
      await withdraw();
      expect(await posted(), name).toEqual(before);
    }
    expect(agreed).toEqual(
      expect.arrayContaining(["part", "due", "whole", "many", "earlier", "reimburse", "undisburse", "kept", "lost"]),
    );
    await world.prove();
  });
});
