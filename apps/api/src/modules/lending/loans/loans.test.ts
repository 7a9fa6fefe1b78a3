import * as calls from "@manilla/contract/lending/loans";
import * as products from "@manilla/contract/lending/loan-products";
import * as approvals from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { readPdf } from "../../../files/pdf.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { keepDecision } from "../credit-decisions/index.ts";
import { insertVersion } from "../loan-products/index.ts";
import { priceByRules } from "./index.ts";

const api = await useTestApi();
let plan_id: string;
const version = {
  valid_from: "2026-01-01",
  annual_rate_percent: "24",
  method: "declining",
  interest: "per_period",
  day_count: "actual/365",
  minimum_principal_kobo: 1_000_000,
  maximum_principal_kobo: 50_000_000,
  minimum_instalments: 1,
  maximum_instalments: 12,
  rounding_multiple_kobo: 100,
  rounding_mode: "nearest",
  principal_grace: 0,
  follows_salary_day: true,
  fees: [{ name: "Processing fee", when: "upfront", percent: "1", vat_percent: "7.5" }],
  penalty: { kind: "percentage", percent: "1", cap_percent_a_month: "1" },
  grace_days: 3,
  settlement_interest: "to_date",
  offer_valid_days: 7,
};

beforeAll(async () => {
  plan_id = uuidv7();
  await api.app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("loan_products")
      .values({ id: plan_id, code: "salary", name: "Salary loan", kind: "personal" })
      .execute();
    await insertVersion(tx, plan_id, version, null);
  });
});

/** A customer who may borrow: verified, activated, with an account to be paid into. */
async function borrower() {
  const person = await api.person("staff", { name: "Amara", last_name: "Nwosu" });
  const { data_key } = await api.app.db
    .selectFrom("users")
    .select("data_key")
    .where("id", "=", person.user_id)
    .executeTakeFirstOrThrow();
  const account = api.app.encryption.encrypt(person.user_id, data_key as Buffer, "account_no", "0000014579");
  await api.app.db.updateTable("users").set({ bvn_verified_at: new Date() }).where("id", "=", person.user_id).execute();
  await api.app.db
    .updateTable("profiles")
    .set({
      status: "activated",
      employment_status: "employed",
      salary_kobo: 30_000_000n,
      salary_day: 25,
      address: "3 Bourdillon Road, Lagos",
      account_no_encrypted: account,
      account_no_last4: "4579",
      bank_code: "011",
      bank_name: "First Bank",
      bank_account_status: "verified",
    })
    .where("user_id", "=", person.user_id)
    .execute();
  return person;
}

const ask = (token: string, principal_kobo = 10_000_000, key?: string) =>
  api.call(calls.request, {
    token,
    body: { plan_id, principal_kobo, instalments: 6, purpose: "School fees" },
    ...(key && { key }),
  });
const loanOf = (answer: { body: { data: never } }) =>
  (
    answer.body.data as {
      loan: {
        id: string;
        status: string;
        version: number;
        schedule: unknown[];
        total_kobo: number;
        abilities: Record<string, string | null>;
        timeline: { to_state: string }[];
      };
    }
  ).loan;

async function offered() {
  const person = await borrower();
  const [risk, operations] = [await api.person("super_risk"), await api.person("super_operations")];
  const { id } = loanOf(await ask(person.token));
  await api.call(calls.officersVerify, { token: risk.token, params: { id }, body: {} });
  await api.call(calls.operationsVerify, { token: operations.token, params: { id }, body: {} });
  const answer = await api.call(calls.approve, {
    token: (await api.person("super_risk")).token,
    params: { id },
    body: { reason: "Salary covers it twice" },
  });
  return { person, risk, operations, id, answer };
}

describe("asking for a loan", () => {
  it("is refused to a stranger, to staff and to a person whose profile is unfinished", async () => {
    expect((await api.call(calls.request, { body: {} })).status).toBe(401);
    expect((await ask((await api.person("super_admin")).token)).status).toBe(403);
    const unfinished = await ask((await api.person("staff")).token);
    expect(unfinished.status).toBe(403);
    expect(unfinished.body.code).toBe("profile_updated");
  });

  it("names the fields that are outside the plan, and unknown ones", async () => {
    const { token } = await borrower();
    const { status, body } = await api.call(calls.request, {
      token,
      body: { plan_id, principal_kobo: 100, instalments: 99 },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(["instalments", "principal_kobo"]);
    const hostile = await api.call(calls.request, {
      token,
      body: { plan_id, principal_kobo: "10'; drop table loans", instalments: 6, status: "approved", user_id: uuidv7() },
    });
    expect(Object.keys(hostile.body.errors).sort()).toEqual(["principal_kobo", "status", "user_id"]);
  });

  it("makes one request however often and however fast it is sent", async () => {
    const { token } = await borrower();
    const same = await Promise.all(Array.from({ length: 6 }, () => ask(token, 10_000_000, "the-same-key-1")));
    expect(same.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const other = await Promise.all(Array.from({ length: 6 }, () => ask(token)));
    expect(other.every(({ status }) => status === 409)).toBe(true);
    const replay = await ask(token, 10_000_000, "the-same-key-1");
    expect(replay.status).toBe(200);
    expect(replay.headers.get("idempotent-replay")).toBe("true");
    expect((await ask(token, 11_000_000, "the-same-key-1")).status).toBe(422);
    const own = (await api.call(calls.listOwn, { token })).body.data as { loans: unknown[] };
    expect(own.loans).toHaveLength(1);
  });

  it("prices the request exactly as the quote did", async () => {
    const { token } = await borrower();
    const quoted = (
      await api.call(calls.quotePlan, { token, body: { plan_id, principal_kobo: 10_000_000, instalments: 6 } })
    ).body.data as {
      totals: { total_kobo: number; fees_kobo: number };
      terms: { first_due_on: string };
      penalty: string;
    };
    const loan = loanOf(await ask(token));
    expect(loan.total_kobo).toBe(quoted.totals.total_kobo);
    expect(quoted.totals.fees_kobo).toBe(107_500);
    expect(quoted.terms.first_due_on).toBe("2026-02-25");
    expect(quoted.penalty, "with an example of its own instalment").toMatch(/For example: if ₦[\d,.]+ comes/);
  });
});

describe("deciding about it", () => {
  it("wants both marks, by two people, before it can be approved", async () => {
    const person = await borrower();
    const admin = await api.person("super_admin");
    const risk = await api.person("super_risk");
    const { id } = loanOf(await ask(person.token));
    const early = await api.call(calls.approve, { token: risk.token, params: { id }, body: {} });
    expect(early.status).toBe(403);
    expect(early.body.message).toBe("The credit officer has not verified it yet.");
    const before = await api.call(calls.operationsVerify, { token: admin.token, params: { id }, body: {} });
    expect(before.status).toBe(409);
    expect(before.body.code).toBe("officer_mark_missing");
    expect((await api.call(calls.officersVerify, { token: admin.token, params: { id }, body: {} })).status).toBe(200);
    const same = await api.call(calls.operationsVerify, { token: admin.token, params: { id }, body: {} });
    expect(same.status).toBe(403);
    expect(same.body.message).toBe("The officer and operations are two people.");
    expect((await api.call(calls.operationsVerify, { token: risk.token, params: { id }, body: {} })).status).toBe(403);
  });

  it("is approved by a third person: neither who marked it as the officer nor who marked it for operations", async () => {
    const [officer, operations, third] = [
      await api.person("super_risk"),
      await api.person("super_admin"),
      await api.person("super_risk"),
    ];
    const { id } = loanOf(await ask((await borrower()).token));
    const on = ({ token }: typeof officer) => ({ token, params: { id }, body: {} });
    await api.call(calls.officersVerify, on(officer));
    await api.call(calls.operationsVerify, on(operations));
    for (const marker of [officer, operations]) {
      const { status, body } = await api.call(calls.approve, on(marker));
      expect(status).toBe(403);
      expect(body.code).toBe("gave_a_mark");
    }
    const seen = (await api.call(calls.find, { token: officer.token, params: { id } })).body.data as {
      loan: { abilities: Record<string, string | null> };
    };
    expect(seen.loan.abilities["approve"]).toBe("gave_a_mark");
    expect(loanOf(await api.call(calls.approve, on(third))).status).toBe("offered");
  });

  /** A judgement of the rules about a request, as the job keeps it. */
  const judged = async (loan_id: string, outcome: string, more: { rate?: string; limit_kobo?: bigint } = {}) => {
    const { user_id } = await api.app.db
      .selectFrom("loans")
      .select("user_id")
      .where("id", "=", loan_id)
      .executeTakeFirstOrThrow();
    const rules = { id: "01900000-0000-7000-8000-00000000c0de", number: 1 };
    const judgement = {
      outcome: outcome as never,
      score: 500,
      limit_kobo: more.limit_kobo ?? 100_000_000n,
      annual_rate_percent: more.rate ?? null,
      reasons: ["The bureau has not been asked."],
      modules: [],
      facts: {} as never,
    };
    const actor = { ...SYSTEM, encryption: api.app.encryption };
    await api.app.db.transaction().execute(async (tx) => {
      await keepDecision(tx, actor, { rules, judgement }, { user_id, loan_id, occasion: "by_hand" });
      await priceByRules(tx, actor, loan_id);
    });
  };

  it("against the rules is said, has a reason, and is for somebody who gave no mark; overruling by a verifier changes nothing", async () => {
    const person = await borrower();
    const [risk, operations, third] = [
      await api.person("super_risk"),
      await api.person("super_operations"),
      await api.person("super_risk"),
    ];
    const { id } = loanOf(await ask(person.token));
    await judged(id, "referred");
    const on = (token: string, body: object = {}) => ({ token, params: { id }, body });
    await api.call(calls.officersVerify, on(risk.token));
    await api.call(calls.operationsVerify, on(operations.token));
    const usual = await api.call(calls.approve, on(third.token));
    expect(usual.status).toBe(409);
    expect(usual.body.code).toBe("against_rules");
    const reason = "The employer confirmed it";
    expect((await api.call(calls.approveAgainstRules, on(third.token))).status).toBe(422);
    const own = await api.call(calls.approveAgainstRules, on(risk.token, { reason }));
    expect(own.status).toBe(403);
    expect(own.body.code).toBe("gave_a_mark");
    await api.app.db
      .updateTable("credit_decisions")
      .set({ final_outcome: "approved", overruled_at: new Date(), overruled_by: risk.user_id, overrule_reason: reason })
      .where("loan_id", "=", id)
      .execute();
    expect((await api.call(calls.approve, on(risk.token))).body.code).toBe("against_rules");
    const shown = (await api.call(calls.find, { token: third.token, params: { id } })).body.data as {
      loan: { rules_say: string };
    };
    expect(shown.loan.rules_say).toContain("Referred: The bureau has not been asked.");
    expect(loanOf(await api.call(calls.approveAgainstRules, on(third.token, { reason }))).status).toBe("offered");
    const kept = await api.app.db.selectFrom("loans").select("decision_reason").where("id", "=", id).executeTakeFirst();
    expect(kept?.decision_reason).toBe(reason);
  });

  it("waits for the credit bureau reports that its product asks for, in either way; the queue and its page name them", async () => {
    const { token, user_id } = await borrower();
    const { id } = loanOf(await ask(token));
    const [officer, risk, operations] = [
      await api.person("super_risk"),
      await api.person("super_risk"),
      await api.person("super_operations"),
    ];
    const on = (person = risk, body: object = {}) => ({ token: person.token, params: { id }, body });
    await api.call(calls.officersVerify, on(officer));
    await api.call(calls.operationsVerify, on(operations));
    const asks = (count: number) =>
      sql`
        update loan_product_versions set bureau_reports_required = ${count}
        where id = (select product_version_id from loans where id = ${id})
      `.execute(api.app.db);
    const reported = (bureau: string, days: number) =>
      sql`
        insert into bureau_reports (id, user_id, bureau, loans, open_loans, overdue_loans, total_balance_kobo, fetched_at)
        values (gen_random_uuid(), ${user_id}, ${bureau}, '[]', 0, 0, 0, now() - ${days} * interval '1 day')
      `.execute(api.app.db);
    const missing = async () =>
      ((await api.call(calls.find, { token: risk.token, params: { id } })).body.data as { loan: { missing: string } })
        .loan.missing;
    const refused = async (call: typeof calls.approve | typeof calls.approveAgainstRules) => {
      const { status, body } = await api.call(call, on(risk, { reason: "The employer confirmed it" }));
      return [status, body.code];
    };
    expect(await missing()).toBe(null);
    await asks(2);
    try {
      expect(await missing()).toBe("2 credit bureau reports, at most 30 days old");
      for (const call of [calls.approve, calls.approveAgainstRules])
        expect(await refused(call)).toEqual([409, "reports_missing"]);
      await reported("crc, xds", 31);
      expect(await missing(), "too old").toBe("2 credit bureau reports, at most 30 days old");
      await reported("crc", 1);
      await reported("CRC", 2);
      expect(await missing()).toBe("1 more credit bureau report, from another than CRC, at most 30 days old");
      const { items } = (
        await api.call(calls.listAll, { token: risk.token, query: { filter: JSON.stringify({ user_id }) } })
      ).body.datatable as { items: { missing: string | null; abilities: Record<string, string | null> }[] };
      expect(items[0]?.missing).toContain("from another than CRC");
      expect(items[0]?.abilities["approve"]).toBe("reports_missing");
      await reported("xds", 29);
      expect(await missing()).toBe(null);
      expect(loanOf(await api.call(calls.approve, on())).status).toBe("offered");
    } finally {
      await asks(0);
    }
  });

  it("is priced by the rules, at most as the product was quoted; marks for the other price are taken back", async () => {
    const { id } = loanOf(await ask((await borrower()).token));
    const risk = await api.person("super_risk");
    const marked = async (marks: string) =>
      (
        (await api.call(calls.listAll, { token: risk.token, query: { limit: 100, filter: JSON.stringify({ marks }) } }))
          .body.datatable as { items: { id: string }[] }
      ).items.some((row) => row.id === id);
    expect(await marked("none")).toBe(true);
    expect(await marked("officer")).toBe(false);
    await api.call(calls.officersVerify, { token: risk.token, params: { id }, body: {} });
    expect(await marked("none")).toBe(false);
    expect(await marked("officer")).toBe(true);
    await judged(id, "approved", { rate: "18" });
    const find = async () =>
      (await api.call(calls.find, { token: risk.token, params: { id } })).body.data as {
        loan: {
          annual_rate_percent: string;
          product_rate_percent: string;
          officer: object | null;
          instalment_kobo: number;
        };
      };
    const cheap = (await find()).loan;
    expect(cheap).toMatchObject({ annual_rate_percent: "18", product_rate_percent: "24", officer: null });
    await api.call(calls.modify, {
      token: risk.token,
      params: { id },
      body: { principal_kobo: 10_000_000, instalments: 5, reason: "Shorter" },
    });
    expect((await find()).loan.annual_rate_percent).toBe("18");
    await judged(id, "approved", { rate: "60" });
    expect((await find()).loan.annual_rate_percent).toBe("24");
  });

  it("sends an offer whose letter is a PDF that only the person and staff may read", async () => {
    const { person, risk, id, answer } = await offered();
    expect(loanOf(answer).status).toBe("offered");
    expect((answer.body.data as { loan: { penalty: string } }).loan.penalty).toContain("1.00% of the overdue amount");
    expect(loanOf(answer).timeline.map(({ to_state }) => to_state)).toEqual(["requested", "approved", "offered"]);
    const letter = await api.call(calls.offerLetter, { token: person.token, params: { id } });
    expect(letter.status).toBe(200);
    expect(letter.headers.get("content-type")).toBe("application/pdf");
    expect((await api.call(calls.offerLetter, { token: risk.token, params: { id } })).status).toBe(200);
    const stranger = await borrower();
    expect((await api.call(calls.offerLetter, { token: stranger.token, params: { id } })).status).toBe(404);
    expect((await api.call(calls.findOwn, { token: stranger.token, params: { id } })).status).toBe(404);
  });

  it("lets one of two win when they decide at once, and tells the other who did", async () => {
    const person = await borrower();
    const [officer, risk, operations, second] = [
      await api.person("super_risk"),
      await api.person("super_risk"),
      await api.person("super_operations"),
      await api.person("super_risk"),
    ];
    const { id } = loanOf(await ask(person.token));
    await api.call(calls.officersVerify, { token: officer.token, params: { id }, body: {} });
    await api.call(calls.operationsVerify, { token: operations.token, params: { id }, body: {} });
    const both = await Promise.all([
      api.call(calls.approve, { token: risk.token, params: { id }, body: {} }),
      api.call(calls.approve, { token: second.token, params: { id }, body: {} }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.message).toMatch(/offered/);
  });

  it("takes the marks back when the terms are changed, and refuses a stale look", async () => {
    const person = await borrower();
    const risk = await api.person("super_risk");
    const { id } = loanOf(await ask(person.token));
    await api.call(calls.officersVerify, { token: risk.token, params: { id }, body: {} });
    const changed = await api.call(calls.modify, {
      token: risk.token,
      params: { id },
      body: { principal_kobo: 8_000_000, instalments: 4, reason: "Income supports this" },
    });
    expect(changed.status).toBe(200);
    expect(loanOf(changed)).toMatchObject({
      principal_kobo: 8_000_000,
      instalment_count: 4,
      officer_verified_at: null,
    });
    expect(
      (
        await api.call(calls.decline, {
          token: risk.token,
          params: { id },
          body: { reason: "Changed my mind", version: 1 },
        })
      ).status,
    ).toBe(412);
    expect(
      (await api.call(calls.decline, { token: risk.token, params: { id }, body: {} })).body.errors.reason?.[0],
    ).toBe("this field is required");
    const led = { reason: "Apply again at www.manilla-loans.com" };
    expect((await api.call(calls.decline, { token: risk.token, params: { id }, body: led })).body.errors).toEqual({
      reason: ["this leads to another site than our own: www.manilla-loans.com"],
    });
  });
});

describe("a request that is open", () => {
  it("can be withdrawn by its owner alone, once; the limit is free again and those who looked at it hear of it", async () => {
    const [person, other, risk] = [await borrower(), await borrower(), await api.person("super_risk")];
    const { id } = loanOf(await ask(person.token));
    // Priced by the rules since it was on the screen: it is the same request.
    await api.database.pool.query("update loans set version = version + 1 where id = $1", [id]);
    const withdraw = (token: string) =>
      api.call(calls.withdraw, { token, params: { id }, body: { reason: "I no longer need it" } });
    expect((await withdraw(other.token)).status).toBe(404);
    expect((await withdraw(person.token)).body.data).toMatchObject({ loan: { status: "withdrawn" } });
    expect((await withdraw(person.token)).status).toBe(409);
    const { rows } = await api.database.pool.query<{ title: string }>(
      "select title from notifications where user_id = $1",
      [risk.user_id],
    );
    expect(rows.map(({ title }) => title)).toContain("A request was withdrawn");
    expect(loanOf(await ask(person.token)).id).toBeDefined();
  });
});

describe("answering the offer", () => {
  it("signs the letter: who accepted, when and how, beside who signs for us, on the same number of pages", async () => {
    const { person, id } = await offered();
    const read = async (): Promise<{ text: string; pages: number }> => {
      const [kept] = (
        await api.database.pool.query<{ body: Buffer }>(
          "select body from documents_issued where loan_id = $1 order by issued_at desc limit 1",
          [id],
        )
      ).rows;
      const { lines, page_count } = await readPdf(kept!.body);
      return { text: JSON.stringify(lines), pages: page_count };
    };
    const before = await read();
    expect(before.text).toContain("For Manilla");
    expect(before.text).toContain("Not accepted yet");
    await api.call(calls.acceptOffer, { token: person.token, params: { id }, body: {} });
    const after = await read();
    expect(after.text).toContain("Accepted by the borrower");
    expect(after.text).toMatch(/\d{1,2}:\d{2}[ap]m \(Lagos time\)/);
    expect(after.text).not.toContain("Not accepted yet");
    expect(after.pages).toBe(before.pages);
    const { rows } = await api.database.pool.query("select 1 from documents_issued where loan_id = $1", [id]);
    expect(rows, "the offer stays as it was issued").toHaveLength(2);
  });

  it("signs it for us by the name that signed the offer, also where somebody else signs by then", async () => {
    const sign = (name: string) =>
      api.database.pool.query("update configuration set value = to_jsonb($1::text) where key = 'provider_signatory'", [
        name,
      ]);
    const read = async (id: string) => {
      const { rows } = await api.database.pool.query<{ body: Buffer }>(
        "select body from documents_issued where loan_id = $1 order by issued_at desc, id desc limit 1",
        [id],
      );
      return JSON.stringify((await readPdf(rows[0]!.body)).lines);
    };
    await sign("Adaeze Nwosu, Head of Credit");
    const { person, id } = await offered();
    expect(await read(id)).toContain("Adaeze Nwosu");
    await sign("Bola Ige, Managing Director");
    expect((await api.call(calls.acceptOffer, { token: person.token, params: { id }, body: {} })).status).toBe(200);
    const accepted = await read(id);
    expect(accepted).toContain("Accepted by the borrower");
    expect(accepted).toContain("Adaeze Nwosu");
    expect(accepted).not.toContain("Bola Ige");
    // Of before the name was kept: who signs now.
    const old = await offered();
    await api.database.pool.query("update documents_issued set signatory = null where loan_id = $1", [old.id]);
    await sign("Chidi Eze, Head of Credit");
    await api.call(calls.acceptOffer, { token: old.person.token, params: { id: old.id }, body: {} });
    expect(await read(old.id)).toContain("Chidi Eze");
    await sign("");
  });

  it("is the person's own right, once, and not after it has expired", async () => {
    const { person, risk, id } = await offered();
    expect((await api.call(calls.acceptOffer, { token: risk.token, params: { id }, body: {} })).status).toBe(403);
    expect(
      (await api.call(calls.acceptOffer, { token: (await borrower()).token, params: { id }, body: {} })).status,
    ).toBe(404);
    const both = await Promise.all(
      [1, 2].map(() => api.call(calls.acceptOffer, { token: person.token, params: { id }, body: {} })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await api.call(calls.rejectOffer, { token: person.token, params: { id }, body: {} })).status).toBe(409);

    const late = await offered();
    await api.app.db.updateTable("loans").set({ offer_expires_on: "2026-01-14" }).where("id", "=", late.id).execute();
    expect(
      (await api.call(calls.acceptOffer, { token: late.person.token, params: { id: late.id }, body: {} })).body.message,
    ).toMatch(/expired/);
  });
});

describe("quotes and products", () => {
  it("refuses a combination that makes no sense at its field", async () => {
    const { token } = await api.person("staff");
    const { status, body } = await api.call(calls.quote, {
      token,
      body: {
        principal_kobo: 500_000,
        annual_rate_percent: "12",
        instalments: 6,
        method: "flat",
        interest: "daily",
        disbursed_on: "2026-01-01",
        first_due_on: "2026-02-01",
      },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(["interest"]);
  });

  it("lists products with the terms of today and every version", async () => {
    const { token } = await api.person("super_risk");
    const { status, body } = await api.call(products.listAll, { token });
    expect(status).toBe(200);
    const { products: all } = body.data as {
      products: { name: string; current: { annual_rate_percent: string; fees: unknown[] }; versions: unknown[] }[];
    };
    expect(all[0]).toMatchObject({
      name: "Salary loan",
      current: { annual_rate_percent: "24", fees: [{ name: "Processing fee", percent: "1" }] },
    });
    expect(all[0]?.versions.length).toBeGreaterThan(0);
    expect((await api.call(products.listAll, { token: (await api.person("staff")).token })).status).toBe(403);
  });

  it("adds new terms only when a second person agrees, and running requests keep theirs", async () => {
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const asked = await api.call(products.addVersion, {
      token: maker.token,
      params: { id: plan_id },
      body: { ...version, valid_from: "2026-01-15", annual_rate_percent: "30" },
    });
    const { approval_id } = asked.body.data as { approval_id: string };
    const own = await api.call(approvals.approve, {
      token: maker.token,
      params: { id: approval_id },
      body: { version: 1 },
    });
    expect(own.status).toBe(403);
    expect(own.body.code).toBe("not_a_checker");
    expect(
      (await api.call(approvals.approve, { token: checker.token, params: { id: approval_id }, body: { version: 7 } }))
        .status,
    ).toBe(412);
    const decided = await Promise.all(
      [1, 2].map(() =>
        api.call(approvals.approve, { token: checker.token, params: { id: approval_id }, body: { version: 1 } }),
      ),
    );
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { token } = await borrower();
    const { plans } = (await api.call(calls.accessiblePlans, { token })).body.data as {
      plans: { annual_rate_percent: string }[];
    };
    expect(plans[0]?.annual_rate_percent).toBe("30");
  });
});

describe("the lists", () => {
  it("page, filter, search, sort in both spellings, and refuse what is not declared", async () => {
    const { token } = await api.person("super_risk");
    const page = await api.call(calls.listAll, {
      token,
      query: {
        limit: 2,
        page: 1,
        filter: JSON.stringify({ status: ["requested", "offered"] }),
        search: "amara",
        sort_column: "principal_kobo",
        order: "desc",
      },
    });
    const { items, meta } = page.body.datatable as {
      items: { customer: { name: string } }[];
      meta: { limit: number; total_is: string };
    };
    expect(items.length).toBe(2);
    expect(meta).toMatchObject({ limit: 2, total_is: "exact" });
    const undeclared: Record<string, string | number>[] = [
      { sortColumn: "password_hash" },
      { filter: '{"password_hash":"x"}' },
      { filter: "[1]" },
      { filter: '{"status":["no such"]}' },
      { rangeStart: "01/02/2026" },
      { limit: 1_000 },
      { rangeKey: "__proto__", rangeStart: "2026-01-01" },
      { filter: '{"__proto__":1}' },
      { sortColumn: "constructor" },
    ];
    for (const query of undeclared) {
      const { status } = await api.call(calls.listAll, { token, query });
      expect(status, JSON.stringify(query)).toBe(422);
    }
  });

  it("export the filtered rows with formulas made harmless", async () => {
    const person = await borrower();
    await api.app.db
      .updateTable("users")
      .set({ name: "=cmd|' /C calc'!A0", last_name: "Zed" })
      .where("id", "=", person.user_id)
      .execute();
    await ask(person.token);
    const { token } = await api.person("super_risk");
    const filter = JSON.stringify({ status: ["requested"] });
    const csv = await api.call(calls.listAll, { token, query: { exportType: "csv", search: "zed", filter } });
    const text = csv.body.text;
    expect(csv.headers.get("content-disposition")).toContain('filename="data.csv"');
    expect(text).toContain("'=cmd|");
    expect(text.trim().split("\n")).toHaveLength(2);
    expect(text.split("\n")[0]).toMatch(/^.?Reference,Customer,.*,Status,Principal \(NGN\),.*,Exported$/);
    expect(text.split("\n")[1]).toMatch(
      /,Requested,.*\w{3}, \d{2} \w{3} \d{4} .*Africa\/Lagos\): search zed; Status: Requested/,
    );
    // No id of ours, no moment of Greenwich: what the screen shows.
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d{2}-\d{2}T/);
    const xlsx = await api.call(calls.listAll, { token, query: { exportType: "xlsx" } });
    expect(xlsx.headers.get("content-disposition")).toContain('filename="download.xlsx"');
  });

  it("show a company only its own people's loans", async () => {
    const company_id = uuidv7();
    await api.app.db
      .insertInto("companies")
      .values({ id: company_id, name: "Other Ltd", profile_completed_at: new Date(), unique_plan: "Growth" })
      .execute();
    const hr = await api.person("company_hr", { company_id });
    const page = await api.call(calls.listOfCompany, { token: hr.token });
    expect(page.status).toBe(200);
    expect((page.body.datatable as { total_count: number }).total_count).toBe(0);
  });
});
