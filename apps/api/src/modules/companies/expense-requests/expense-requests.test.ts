import * as chains from "@manilla/contract/companies/approval-chains";
import * as categories from "@manilla/contract/companies/expense-categories";
import * as policies from "@manilla/contract/companies/expense-policies";
import * as receipts from "@manilla/contract/companies/expense-receipts";
import * as calls from "@manilla/contract/companies/expense-requests";
import * as team from "@manilla/contract/companies/team";
import fc from "fast-check";
import { sql } from "kysely";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { openSession } from "../../../http/session.ts";
import { walletWith } from "../../../../../../test/companies.ts";
import { clock } from "../../../clock.ts";
import { useTestApi } from "../../../../../../test/world.ts";
import { wrongSplit } from "./rules.ts";

const api = await useTestApi();
const { db } = api.app;
await sql`insert into business_calendar (business_date) values ('2026-01-15') on conflict do nothing`.execute(db);

async function makeCompany() {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const person = (role: Parameters<typeof api.person>[0], name: string) =>
    api.person(role, { company_id, name, last_name: "Lagoon" });
  const [owner, finance, staff] = [
    await person("company_super_admin", "Olu"),
    await person("company_finance_manager", "Fola"),
    await person("company_staff", "Emeka"),
  ];
  return { company_id, owner, finance, staff };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;
const onePixel = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 9, g: 99, b: 9 } } })
    .png()
    .toBuffer();
const LINES = [
  { merchant: "Bukka Hut", amount_kobo: 400_000, spent_on: "2026-01-14" },
  { merchant: "GIG Mobility", amount_kobo: 600_000, spent_on: "2026-01-13" },
];
const create = (token: string, body: object = {}) =>
  api.call(calls.create, {
    token,
    body: { kind: "reimbursement", purpose: "Trip to Aba", lines: LINES, is_draft: false, ...body },
  });
const idOf = ({ body }: { body: { data?: unknown } }) => (body.data as { request: { id: string } }).request.id;
interface Found {
  status: string;
  version: number;
  amount_kobo: number;
  effect: string | null;
  approval_id: string;
  lines: { says: string[]; is_refused: boolean }[];
}
const found = async (id: string, token: string) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Found;
async function decide(id: string, decision: string, token: string, body: object = {}) {
  const { version } = (await found(id, token)) ?? { version: 1 };
  return api.call(calls.decide, { token, body: { request_id: id, decision, version, reason: "Looked at", ...body } });
}
const spentOf = async (id: string) =>
  (
    await sql<{
      status: string;
      amount_kobo: bigint;
    }>`select status, amount_kobo from expenses where request_id = ${id} order by amount_kobo`.execute(db)
  ).rows;
const seen = async (call: typeof calls.listAll | typeof calls.pending, token: string) => {
  const { body } = await api.call(call, { token });
  return (body.datatable as { items: { id: string }[] }).items.map(({ id }) => id);
};

describe("what the company's card has paid", () => {
  it("is shown to the approver when its holder asks for it again as their own money", async () => {
    const { company_id, finance, staff } = await makeCompany();
    const paid = {
      id: uuidv7(),
      company_id,
      user_id: staff.user_id,
      merchant: "BUKKA HUT LAGOS NG",
      amount_kobo: 400_000n,
    };
    await db
      .insertInto("expenses")
      .values({ ...paid, spent_on: "2026-01-13", money_reference: "CP-1", recorded_on: "2026-01-13" })
      .execute();
    const says = async (kind: string) => {
      const made = await create(staff.token, { kind, lines: [LINES[0]] });
      return (await found(idOf(made), finance.token)).lines[0]!.says;
    };
    const words = "The company's card paid the same amount about that day";
    expect(await says("reimbursement")).toEqual([words]);
    expect(await says("advance"), "nobody has spent money beforehand").not.toContain(words);
  });
});

describe("who is suspended", () => {
  it("asks the company for nothing, brings no receipt, and is given nothing into a purse", async () => {
    const { company_id, owner, staff, finance } = await makeCompany();
    const drafted = idOf(await create(staff.token, { is_draft: true }));
    const asked = idOf(await create(staff.token));
    expect((await decide(asked, "approve", finance.token)).status).toBe(200);
    const params = { id: staff.user_id };
    const gone = await api.call(team.deactivate, { token: owner.token, params, body: { reason: "Under suspicion" } });
    expect(gone.status).toBe(200);
    const { token } = await openSession(db, { user_id: staff.user_id, network_address: "127.0.0.1", device: "test" });
    expect((await create(token)).body.code).toBe("not_at_work");
    const content = { kind: "reimbursement", purpose: "Trip to Aba", lines: LINES, is_draft: false, version: 1 };
    expect((await api.call(calls.update, { token, params: { id: drafted }, body: content })).body.code).toBe(
      "not_at_work",
    );
    const form = new FormData();
    form.set("receipt", new Blob([new Uint8Array(await onePixel())], { type: "image/png" }), "receipt.png");
    expect((await api.call(receipts.upload, { token, body: form })).body.code).toBe("not_at_work");
    await walletWith({ api }, company_id, 10_000_000n);
    const pay = { into: "purse", version: (await found(asked, owner.token)).version };
    expect((await api.call(calls.pay, { token: owner.token, params: { id: asked }, body: pay })).body.code).toBe(
      "not_at_work",
    );
  });

  it("reads what they asked for and spent themselves, and nothing else of the company", async () => {
    const { company_id, owner, staff } = await makeCompany();
    const asked = idOf(await create(staff.token));
    const params = { id: staff.user_id };
    await api.call(team.deactivate, { token: owner.token, params, body: { reason: "Under suspicion" } });
    const { token } = await openSession(db, { user_id: staff.user_id, network_address: "127.0.0.1", device: "test" });
    const listed = await api.call(calls.listAll, { token });
    expect(listed.body.datatable).toMatchObject({ items: [{ id: asked }] });
    expect((await api.call(calls.find, { token, params: { id: asked } })).status).toBe(200);
    const refused = [
      await api.call(categories.listAll, { token }),
      await api.call(categories.listBelow, { token }),
      await api.call(categories.tree, { token, params: { id: company_id } }),
      await api.call(calls.terms, { token }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => "not_at_work"));
    const { body: standing } = await api.call(chains.delegations, { token });
    expect(standing.data).toMatchObject({ delegations: [], people: [] });
  });
});

describe("expense requests", () => {
  it("are asked for by an employee, decided line by line by who is asked, and become expenses", async () => {
    const { finance, staff } = await makeCompany();
    const id = idOf(await create(staff.token));
    expect(await found(id, staff.token)).toMatchObject({ status: "pending", amount_kobo: 1_000_000 });
    expect((await decide(id, "approve", staff.token)).status).toBe(403);
    expect((await decide(id, "approve", finance.token, { refused_lines: [1, 2] })).status, "no line is left").toBe(422);
    expect((await decide(id, "approve", finance.token, { refused_lines: [1] })).status).toBe(200);
    expect(await found(id, staff.token)).toMatchObject({
      status: "approved",
      amount_kobo: 600_000,
      lines: [{ is_refused: true }, { is_refused: false }],
    });
    expect(await spentOf(id)).toEqual([{ status: "approved", amount_kobo: 600_000n }]);
    expect((await decide(id, "decline", finance.token)).body.code).toBe("already_decided");
  });

  it("are decided once where one approves and another declines or refuses a line at the same moment", async () => {
    const { owner, finance, staff } = await makeCompany();
    for (let round = 0; round < 6; round += 1) {
      const id = idOf(await create(staff.token));
      const { version } = await found(id, owner.token);
      const body = { request_id: id, version, reason: "Looked at" };
      const [one, other] = await Promise.all([
        api.call(calls.decide, { token: owner.token, body: { ...body, decision: "approve", refused_lines: [1] } }),
        api.call(calls.decide, {
          token: finance.token,
          body: { ...body, decision: round % 2 === 0 ? "decline" : "approve" },
        }),
      ]);
      expect([one.status, other.status].toSorted()).toEqual([200, 409]);
      const { status, amount_kobo } = await found(id, staff.token);
      const isFirst = one.status === 200;
      expect(status).toBe(isFirst || round % 2 === 1 ? "approved" : "declined");
      const kept = isFirst ? [600_000n] : status === "approved" ? [400_000n, 600_000n] : [];
      expect(await spentOf(id)).toEqual(kept.map((amount) => ({ status: "approved", amount_kobo: amount })));
      expect(BigInt(amount_kobo), "no line of who came second").toBe(isFirst ? 600_000n : 1_000_000n);
    }
  });

  it("without a line that was refused are as much in the inbox of who decides next", async () => {
    const { company_id, owner, finance, staff } = await makeCompany();
    const other = await api.person("company_finance_manager", { company_id, name: "Ada" });
    const step = (name: string, user_id: string) => ({
      name,
      department_ids: [],
      category_ids: [],
      requester_ids: [],
      approvers: [{ who: "person", user_id }],
      need: "any",
    });
    const steps = [step("First", finance.user_id), step("Second", other.user_id)];
    const body = { kind: "expense_request", number: 0, steps };
    const changed = await api.call(chains.changeChain, { token: owner.token, body: body as never });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const id = idOf(await create(staff.token));
    expect((await decide(id, "approve", finance.token, { refused_lines: [1] })).status).toBe(200);
    const { body: inbox } = await api.call(chains.listAll, { token: other.token });
    const { items } = inbox.datatable as { items: { status: string; amount_kobo: number }[] };
    expect(items.filter(({ status }) => status === "pending")).toMatchObject([{ amount_kobo: 600_000 }]);
    expect((await decide(id, "approve", other.token)).status).toBe(200);
    expect(await spentOf(id)).toEqual([{ status: "approved", amount_kobo: 600_000n }]);
  });

  it("are kept as a draft, submitted, taken back, returned, changed and asked again", async () => {
    const { owner, staff } = await makeCompany();
    const id = idOf(await create(staff.token, { is_draft: true }));
    const update = async (body: object = {}, token = staff.token) => {
      const { version } = await found(id, staff.token);
      const content = { kind: "reimbursement", purpose: "Trip to Aba", lines: LINES, is_draft: false };
      return api.call(calls.update, { token, params: { id }, body: { ...content, version, ...body } });
    };
    expect((await update({}, owner.token)).status, "nobody else's").toBe(404);
    expect((await update({ version: 99 })).status).toBe(412);
    expect((await update()).status).toBe(200);
    expect((await update()).body.code).toBe("already_submitted");
    const first = (await found(id, staff.token)).approval_id;
    expect((await api.call(chains.withdraw, { token: staff.token, params: { id: first }, body: {} })).status).toBe(200);
    expect((await found(id, staff.token)).status).toBe("withdrawn");
    await update({ lines: LINES.slice(0, 1) });
    const { approval_id } = await found(id, staff.token);
    const { version } = (await api.call(chains.find, { token: owner.token, params: { id: approval_id } })).body
      .data as { version: number };
    await api.call(chains.sendBack, {
      token: owner.token,
      params: { id: approval_id },
      body: { version, reason: "Which trip?" },
    });
    expect(await found(id, staff.token)).toMatchObject({ status: "returned", amount_kobo: 400_000 });
    expect((await update({ purpose: "Trip to Aba, January" })).status).toBe(200);
    expect((await decide(id, "decline", owner.token, { reason: "" })).status).toBe(422);
    expect((await decide(id, "decline", owner.token)).status).toBe(200);
    expect(await spentOf(id)).toEqual([]);
    expect((await api.call(calls.remove, { token: staff.token, params: { id }, body: {} })).status).toBe(200);
    expect((await found(id, staff.token)).status, "on record").toBe("deleted");
  });

  it("go to the head of the department of who asks, where the chain says so", async () => {
    const { company_id, owner, staff } = await makeCompany();
    const head = await api.person(["company_staff", "company_department_head"], { company_id });
    const department_id = uuidv7();
    await db
      .insertInto("departments")
      .values({ id: department_id, company_id, name: "Sales", head_id: head.user_id })
      .execute();
    await db.insertInto("department_members").values({ user_id: staff.user_id, company_id, department_id }).execute();
    const step = {
      name: "Sales",
      approvers: [{ who: "department_head" }],
      need: "any",
      department_ids: [department_id],
    };
    const last = {
      name: "Owner",
      approvers: [{ who: "role", role: "company_super_admin" }],
      need: "any",
      from_kobo: 900_000,
    };
    const body = { kind: "expense_request", number: 0, steps: [step, last] };
    expect((await api.call(chains.changeChain, { token: owner.token, body })).status).toBe(200);
    const id = idOf(await create(staff.token));
    const { approval_id } = await found(id, staff.token);
    const seenBy = async (token: string) =>
      (await api.call(chains.find, { token, params: { id: approval_id } })).body.data as {
        step: string;
        version: number;
      };
    const { step: now, version } = await seenBy(head.token);
    expect(now).toBe("1 of 2: Sales");
    const agreed = await api.call(chains.approve, {
      token: head.token,
      params: { id: approval_id },
      body: { version },
    });
    expect(agreed.status).toBe(200);
    expect((await seenBy(owner.token)).step).toBe("2 of 2: Owner");
    expect((await decide(id, "approve", owner.token)).status).toBe(200);
    expect(await spentOf(id)).toHaveLength(2);
    const small = idOf(await create(staff.token, { lines: LINES.slice(0, 1) }));
    const last_of_all = (await found(small, staff.token)).approval_id;
    const looked = await api.call(chains.find, { token: head.token, params: { id: last_of_all } });
    const { version: now_at } = looked.body.data as { version: number };
    await api.call(chains.approve, { token: head.token, params: { id: last_of_all }, body: { version: now_at } });
    expect(await spentOf(small), "a personal account decides as the last one").toHaveLength(1);
    const other = idOf(await create(owner.token, { lines: LINES.slice(0, 1) }));
    expect((await found(other, owner.token)).status, "no step is for it: an administrator is asked").toBe("pending");
  });

  it("ask the step of a category also where other lines or parts are there, and of one below it", async () => {
    const { company_id, owner, finance, staff } = await makeCompany();
    const [fun, below, fuel] = [uuidv7(), uuidv7(), uuidv7()];
    for (const [id, name, parent_id] of [
      [fun, "Entertainment", null],
      [below, "Concerts", fun],
      [fuel, "Fuel", null],
    ] as const)
      await db
        .insertInto("expense_categories")
        .values({ id, company_id, name, parent_id, ledger_code: name })
        .execute();
    const agree = { need: "any", approvers: [{ who: "role", role: "company_finance_manager" }] };
    const steps = [
      { ...agree, name: "Owner", category_ids: [fun], approvers: [{ who: "role", role: "company_super_admin" }] },
      { ...agree, name: "Finance" },
    ];
    const put = (given: object[]) =>
      api.call(chains.changeChain, { token: owner.token, body: { kind: "expense_request", number: 0, steps: given } });
    expect((await put([{ ...steps[0], category_ids: [uuidv7()] }, steps[1]!])).status, "no category of theirs").toBe(
      422,
    );
    expect((await put(steps)).status).toBe(200);
    const stepOf = async (lines: object[]) => {
      const { approval_id } = await found(idOf(await create(staff.token, { lines })), staff.token);
      const { body } = await api.call(chains.find, { token: finance.token, params: { id: approval_id } });
      return (body.data as { step: string }).step;
    };
    const [first, second] = LINES;
    expect(await stepOf([{ ...first, category_id: fuel }])).toBe("1 of 1: Finance");
    expect(await stepOf([{ ...first, category_id: fun }])).toBe("1 of 2: Owner");
    expect(await stepOf([{ ...first, category_id: below }])).toBe("1 of 2: Owner");
    expect(
      await stepOf([
        { ...first, category_id: below },
        { ...second, category_id: fuel },
      ]),
    ).toBe("1 of 2: Owner");
    const parts = [
      { category_id: fuel, amount_kobo: 1_000 },
      { category_id: fun, amount_kobo: 399_000 },
    ];
    expect(await stepOf([{ ...first, category_id: fuel, splits: parts }])).toBe("1 of 2: Owner");
  });

  it("are judged by the policies of who asks: refused at the line, or said to who decides", async () => {
    const { company_id, finance, staff } = await makeCompany();
    const make = async (effect: string, cap_item_kobo: number) => {
      const rules = [{ name: `Cap ${effect}`, effect, cap_item_kobo }];
      const { body } = await api.call(policies.create, { token: finance.token, body: { name: effect, rules } });
      const policy_id = (body.data as { policy: { id: string } }).policy.id;
      await api.call(policies.attach, { token: finance.token, body: { policy_id, roles: ["company_staff"] } });
    };
    await make("ask", 500_000);
    const id = idOf(await create(staff.token));
    expect(await found(id, finance.token)).toMatchObject({
      effect: "ask",
      lines: [{ says: [] }, { says: ["Cap ask: at most ₦5,000.00 for one"] }],
    });
    await make("refuse", 550_000);
    expect(Object.keys((await create(staff.token)).body.errors ?? {})).toEqual(["lines.1.amount_kobo"]);
    await api.call(categories.takeChart, { token: finance.token, body: {} });
    const line = { merchant: "Bukka Hut", amount_kobo: 100, spent_on: "2026-01-14" };
    expect(
      Object.keys((await create(staff.token, { lines: [{ ...line, category_id: uuidv7() }] })).body.errors ?? {}),
    ).toEqual(["lines.0.category_id"]);
    expect(
      Object.keys((await create(staff.token, { lines: [{ ...line, spent_on: "2026-01-16" }] })).body.errors ?? {}),
    ).toEqual(["lines.0.spent_on"]);
    expect(
      (await sql`select 1 from expense_requests where company_id = ${company_id}`.execute(db)).rows,
      "nothing is half kept",
    ).toHaveLength(1);
  });

  it("stay as they were judged when a policy changes before the decision, and are judged anew when they are asked again", async () => {
    const { finance, owner, staff } = await makeCompany();
    const rules = (effect: string) => [{ name: "Cap", effect, cap_item_kobo: 500_000 }];
    const { body } = await api.call(policies.create, {
      token: finance.token,
      body: { name: "Meals", rules: rules("ask") },
    });
    const { id: policy_id } = (body.data as { policy: { id: string } }).policy;
    await api.call(policies.attach, { token: finance.token, body: { policy_id, roles: ["company_staff"] } });
    const attached = await api.call(policies.find, { token: finance.token, params: { id: policy_id } });
    const { version } = attached.body.data as { version: number };
    const [kept, returned] = [idOf(await create(staff.token)), idOf(await create(staff.token))];
    const after = { policy_id, name: "Meals", rules: rules("refuse"), version };
    const changed = await api.call(policies.update, { token: finance.token, body: after as never });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await found(kept, finance.token)).toMatchObject({ effect: "ask", status: "pending" });
    expect((await decide(kept, "approve", finance.token)).status, "judged by the policy under which it was asked").toBe(
      200,
    );
    const { approval_id } = await found(returned, owner.token);
    const { version: seen } = (await api.call(chains.find, { token: owner.token, params: { id: approval_id } })).body
      .data as { version: number };
    const back = { version: seen, reason: "Cheaper, please" };
    const sent = await api.call(chains.sendBack, { token: owner.token, params: { id: approval_id }, body: back });
    expect(sent.status).toBe(200);
    const again = await api.call(calls.update, {
      token: staff.token,
      params: { id: returned },
      body: {
        kind: "reimbursement",
        purpose: "Trip to Aba",
        lines: LINES,
        is_draft: false,
        version: (await found(returned, staff.token)).version,
      },
    });
    expect(Object.keys(again.body.errors ?? {}), "asked again").toEqual(["lines.1.amount_kobo"]);
  });

  it("count towards a cap over a period while they wait: it is not gone round by several requests, nor by two at once", async () => {
    const { company_id, finance, staff } = await makeCompany();
    const rules = [{ name: "Meals", effect: "refuse", cap_period_kobo: 1_000_000, period: "month" }];
    const { body } = await api.call(policies.create, { token: finance.token, body: { name: "Meals", rules } });
    const policy_id = (body.data as { policy: { id: string } }).policy.id;
    await api.call(policies.attach, { token: finance.token, body: { policy_id, roles: ["company_staff"] } });
    const meal = (merchant: string, amount_kobo = 600_000) =>
      create(staff.token, { lines: [{ merchant, amount_kobo, spent_on: "2026-01-14" }] });
    const both = await Promise.all([meal("Bukka Hut"), meal("Yellow Chilli")]);
    expect(both.map(({ status }) => status).toSorted(), "one of them fits").toEqual([200, 422]);
    const refused = both.find(({ status }) => status === 422)!;
    expect(refused.body.errors).toEqual({
      "lines.0.amount_kobo": ["Meals: at most ₦10,000.00 a month, with this it is ₦12,000.00"],
    });
    const first = idOf(both.find(({ status }) => status === 200)!);
    expect((await meal("Kilimanjaro", 400_000)).status, "as much as is left").toBe(200);
    expect((await meal("Kilimanjaro", 1)).status).toBe(422);
    expect((await decide(first, "decline", finance.token)).status).toBe(200);
    expect((await meal("Mr Biggs")).status, "what was declined counts no more").toBe(200);
    const { rows } = await sql<{ kobo: bigint }>`
      select sum(amount_kobo)::bigint as kobo from expense_requests where company_id = ${company_id} and status = 'pending'
    `.execute(db);
    expect(rows).toEqual([{ kobo: 1_000_000n }]);
  });

  it("without the receipt that a policy wants are refused at the line, asked about or warned of, where it was spent already", async () => {
    const { finance, staff } = await makeCompany();
    const rules = (effect: string) => [{ name: "Receipts", effect, receipt_from_kobo: 500_000 }];
    const made = await api.call(policies.create, {
      token: finance.token,
      body: { name: "Receipts", rules: rules("ask") },
    });
    const { policy } = made.body.data as { policy: { id: string; version: number } };
    const body = { policy_id: policy.id, roles: ["company_staff"] };
    const attached = await api.call(policies.attach, { token: finance.token, body });
    const id = idOf(await create(staff.token));
    const says = "Receipts: a receipt is needed from ₦5,000.00";
    expect(await found(id, finance.token)).toMatchObject({ effect: "ask", lines: [{ says: [] }, { says: [says] }] });

    const { version } = (attached.body.data as { policy: { version: number } }).policy;
    const changed = { policy_id: policy.id, version, name: "Receipts", rules: rules("refuse") };
    expect((await api.call(policies.update, { token: finance.token, body: changed })).status).toBe(200);
    expect(await found(id, finance.token), "what was submitted before is as it was").toMatchObject({ effect: "ask" });
    expect((await decide(id, "approve", finance.token)).status).toBe(200);

    const line = { merchant: "ABC Transport", amount_kobo: 500_000, spent_on: "2026-01-12" };
    expect((await create(staff.token, { lines: [line] })).body.errors).toEqual({ "lines.0.receipt_ids": [says] });
    const form = new FormData();
    form.set("receipt", new Blob([new Uint8Array(await onePixel())], { type: "image/png" }), "receipt.png");
    const sent = await api.call(receipts.upload, { token: staff.token, body: form });
    const receipt_ids = [(sent.body.data as { receipt: { id: string } }).receipt.id];
    const withReceipt = await create(staff.token, { lines: [{ ...line, receipt_ids }] });
    expect(await found(idOf(withReceipt), finance.token)).toMatchObject({ effect: null });
    const toBuy = await create(staff.token, { kind: "purchase", lines: [line] });
    expect(await found(idOf(toBuy), finance.token), "not bought yet").toMatchObject({ effect: null });
  });

  it("are decided by nobody who asked, and seen by nobody of another company", async () => {
    const [company, other]: Company[] = [await makeCompany(), await makeCompany()];
    const { owner, finance, staff } = company!;
    const own = idOf(await create(finance.token));
    expect((await decide(own, "approve", finance.token)).body.code).toBe("own_request");
    const theirs = idOf(await create(staff.token));
    expect((await seen(calls.pending, owner.token)).toSorted()).toEqual([own, theirs].toSorted());
    expect(await seen(calls.listAll, staff.token)).toEqual([theirs]);
    expect(await seen(calls.listAll, other!.owner.token)).toEqual([]);
    expect((await decide(theirs, "approve", other!.owner.token)).status).toBe(404);
    expect((await api.call(calls.remove, { token: other!.owner.token, params: { id: theirs }, body: {} })).status).toBe(
      404,
    );
    expect((await api.call(calls.remove, { token: owner.token, params: { id: theirs }, body: {} })).body.code).toBe(
      "already_decided",
    );
  });
});

describe("the lines of a request", () => {
  const line = { merchant: "Bukka Hut", amount_kobo: 10_000, spent_on: "2026-01-14" };
  const linesOf = async (id: string, token: string) =>
    (await api.call(calls.find, { token, params: { id } })).body.data as {
      amount_kobo: number;
      lines: {
        amount_kobo: number;
        unit_rate_kobo: number | null;
        foreign: unknown;
        splits: { amount_kobo: number }[];
      }[];
    };
  const wrong = async (token: string, body: object) =>
    Object.entries((await create(token, body)).body.errors ?? {}).map(([field, [says]]) => `${field}: ${says}`);

  it("are kilometres at the company's rate and whole days at the least of one's policies", async () => {
    const { finance, staff } = await makeCompany();
    const mileage = { kind: "mileage", lines: [{ ...line, amount_kobo: null, units: "12.5" }] };
    expect(await wrong(staff.token, mileage)).toEqual(["lines.0.units: your company pays nothing for kilometres"]);
    const set = (token: string, mileage_rate_kobo: number | null) =>
      api.call(calls.setTerms, { token, body: { mileage_rate_kobo } });
    expect((await set(staff.token, 1)).status).toBe(403);
    expect((await set(finance.token, 15_003)).status).toBe(200);
    const id = idOf(await create(staff.token, mileage));
    expect(await linesOf(id, staff.token)).toMatchObject({
      amount_kobo: 187_538,
      lines: [{ amount_kobo: 187_538, unit_rate_kobo: 15_003, units: "12.5" }],
    });
    const days = (units: string | null) => ({ kind: "per_diem", lines: [{ ...line, amount_kobo: null, units }] });
    expect(await wrong(staff.token, days("2"))).toEqual(["lines.0.units: no policy of yours pays for days"]);
    for (const per_diem_kobo of [2_000_000, 1_500_000]) {
      const rules = [{ name: `Days ${per_diem_kobo}`, effect: "warn", per_diem_kobo }];
      const made = await api.call(policies.create, { token: finance.token, body: { name: `${per_diem_kobo}`, rules } });
      const policy_id = (made.body.data as { policy: { id: string } }).policy.id;
      await api.call(policies.attach, { token: finance.token, body: { policy_id, roles: ["company_staff"] } });
    }
    expect(await wrong(staff.token, days("1.5"))).toEqual(["lines.0.units: days are whole"]);
    expect(await wrong(staff.token, days(null))).toEqual(["lines.0.units: this field is required"]);
    const away = idOf(await create(staff.token, days("3")));
    expect((await linesOf(away, staff.token)).amount_kobo).toBe(4_500_000);
    expect((await decide(away, "approve", finance.token)).status).toBe(200);
    const { rows } = await sql<{ wants_receipt: boolean }>`
      select wants_receipt from expenses where request_id = ${away}
    `.execute(db);
    expect(rows).toEqual([{ wants_receipt: false }]);
  });

  it("are in foreign money at a dated rate, and both amounts are kept", async () => {
    const { finance, staff } = await makeCompany();
    const foreign = { currency: "USD", amount: 12_999, rate: "1534.2055", rated_on: "2026-01-14" };
    const id = idOf(await create(staff.token, { lines: [{ ...line, amount_kobo: null, foreign }] }));
    expect(await linesOf(id, staff.token)).toMatchObject({ amount_kobo: 19_943_137, lines: [{ foreign }] });
    const late = { ...foreign, rated_on: "2026-01-16" };
    expect(await wrong(staff.token, { lines: [{ ...line, amount_kobo: null, foreign: late }] })).toEqual([
      "lines.0.foreign: the day of the rate has not come yet",
    ]);
    expect(await wrong(staff.token, { lines: [{ ...line, amount_kobo: null }] })).toEqual([
      "lines.0.amount_kobo: this field is required",
    ]);
    await decide(id, "approve", finance.token);
    const { rows } = await sql`
      select amount_kobo, currency, foreign_amount, trim_scale(exchange_rate)::text as rate, rated_on
      from expenses
      where request_id = ${id}
    `.execute(db);
    expect(rows).toEqual([
      { amount_kobo: 19_943_137n, currency: "USD", foreign_amount: 12_999n, rate: "1534.2055", rated_on: "2026-01-14" },
    ]);
  });

  it("at a rate far from the published one are flagged to the approver by the company's tolerance, and where none is published", async () => {
    const { finance, staff, company_id } = await makeCompany();
    const published = { currency: "USD", rated_on: "2026-01-13", mid_e4: 15_000_000n, read_at: clock.now() };
    await db.insertInto("exchange_rates").values(published).execute();
    const saysOf = async (more: object) => {
      const foreign = { currency: "USD", amount: 10_000, rate: "1500", rated_on: "2026-01-14", ...more };
      const id = idOf(await create(staff.token, { lines: [{ ...line, amount_kobo: null, foreign }] }));
      return (await found(id, finance.token)).lines[0]!.says.filter((each) => each.includes("rate"));
    };
    expect(await saysOf({ rate: "1575" }), "as far as is tolerated").toEqual([]);
    expect(await saysOf({ rate: "1575.01" })).toEqual(["The rate is 5.0% above the published 1,500.00 of 13 Jan 2026"]);
    expect(await saysOf({ currency: "KES", rate: "11.5" })).toEqual(["No published rate of KES to compare 11.5 with"]);
    const terms = { mileage_rate_kobo: null, rate_tolerance_percent: 1 };
    expect((await api.call(calls.setTerms, { token: finance.token, body: terms })).status).toBe(200);
    expect(await saysOf({ rate: "1470" })).toEqual(["The rate is 2.0% below the published 1,500.00 of 13 Jan 2026"]);
    const shown = await api.call(calls.terms, { token: staff.token });
    expect(shown.body.data).toMatchObject({
      rate_tolerance_percent: 1,
      rates: [{ currency: "USD", rate: "1,500.00", rated_on: "2026-01-13" }],
    });
    const wide = { ...terms, rate_tolerance_percent: 101 };
    expect((await api.call(calls.setTerms, { token: finance.token, body: wide })).body.errors).toHaveProperty(
      "rate_tolerance_percent",
    );
    await sql`delete from expense_settings where company_id = ${company_id}`.execute(db);
  });

  it("name an advance only where it is one of one's own that is retired, also in a draft", async () => {
    const { staff, finance } = await makeCompany();
    const theirs = idOf(await create(finance.token, { kind: "advance", is_draft: true }));
    const own = idOf(await create(staff.token, { kind: "advance", is_draft: true }));
    const names = (kind: string, advance_id: string) => wrong(staff.token, { kind, advance_id, is_draft: true });
    const says = ["advance_id: choose an advance that was paid to you"];
    expect(await names("retirement", uuidv7())).toEqual(says);
    expect(await names("retirement", theirs)).toEqual(says);
    expect(await names("reimbursement", own)).toEqual(says);
    expect(await names("retirement", own), "a draft may wait for it").toEqual([]);
  });

  it("are shown to who decides as they were counted: at which rate, of what, in which parts", async () => {
    const { owner, finance, staff } = await makeCompany();
    await api.call(calls.setTerms, { token: finance.token, body: { mileage_rate_kobo: 15_000 } });
    const said = async (kind: string, line: object) => {
      const lines = [{ merchant: "Lagos to Ibadan", spent_on: "2026-01-14", ...line }];
      const { approval_id } = await found(idOf(await create(staff.token, { kind, lines })), staff.token);
      const { body } = await api.call(chains.find, { token: owner.token, params: { id: approval_id } });
      return (body.data as { facts: { label: string; value: string }[] }).facts.at(-1)!.value;
    };
    expect(await said("mileage", { units: "128.5" })).toContain("128.5 × ₦150.00");
    const foreign = { currency: "USD", amount: 12_345, rate: "1650.5", rated_on: "2026-01-13" };
    expect(await said("reimbursement", { foreign })).toContain("USD 123.45 at 1650.5, 13 Jan 2026");
    const splits = [
      { amount_kobo: 100, category_id: null },
      { amount_kobo: 200, category_id: null },
    ];
    expect(await said("reimbursement", { amount_kobo: 300, splits })).toContain(
      "₦1.00 without a category; ₦2.00 without a category",
    );
  });

  it("are split over categories and departments of the company, to the kobo", async () => {
    const { company_id, finance, staff } = await makeCompany();
    await api.call(categories.takeChart, { token: finance.token, body: {} });
    const { rows: places } = await sql<{ id: string }>`
      select id from expense_categories where company_id = ${company_id} order by ledger_code limit 2
    `.execute(db);
    const department_id = uuidv7();
    await db.insertInto("departments").values({ id: department_id, company_id, name: "Sales" }).execute();
    const splits = (last: number, category_id = places[1]!.id) => ({
      lines: [
        {
          ...line,
          splits: [
            { category_id: places[0]!.id, department_id, amount_kobo: 3_333 },
            { category_id, amount_kobo: last },
          ],
        },
      ],
    });
    expect(await wrong(staff.token, splits(6_666))).toEqual(["lines.0.splits: ₦0.01 of it is in no part"]);
    expect(await wrong(staff.token, splits(6_668))).toEqual(["lines.0.splits: the parts are ₦0.01 more than the line"]);
    expect(await wrong(staff.token, splits(6_667, uuidv7()))).toEqual(["lines.0.splits: choose a category"]);
    const id = idOf(await create(staff.token, splits(6_667)));
    await decide(id, "approve", finance.token);
    const { rows } = await sql<{ splits: object[] }>`select splits from expenses where request_id = ${id}`.execute(db);
    expect(rows[0]!.splits).toMatchObject([{ department_id, amount_kobo: 3_333 }, { amount_kobo: 6_667 }]);
    expect((await linesOf(id, staff.token)).lines[0]!.splits).toMatchObject([
      { department: "Sales", amount_kobo: 3_333 },
      { department: null, amount_kobo: 6_667 },
    ]);
  });

  it("split in any way are taken where they are the whole, and refused a kobo off", () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(-1n, 0n, 1n),
        (parts, off) => {
          const amount = parts.reduce((sum, part) => sum + part, 0n) + off;
          const says = wrongSplit(
            amount,
            parts.map((amount_kobo) => ({ amount_kobo })),
          );
          expect(says === undefined).toBe(off === 0n);
        },
      ),
    );
  });
});
