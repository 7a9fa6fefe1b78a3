/** Every call that takes a date in its query: malformed, impossible, far past, future, of somebody else's loan. */
import type { Endpoint } from "@manilla/contract/endpoint";
import * as repayments from "@manilla/contract/lending/repayments";
import * as reconciliation from "@manilla/contract/money/reconciliation";
import { roleSlugs } from "@manilla/contract/roles";
import { addDays } from "@manilla/credit";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import { businessDate } from "../../apps/api/src/modules/platform/states/index.ts";
import { catchUp } from "../../apps/api/src/modules/platform/business-day/index.ts";
import { useLendingWorld } from "../world.ts";

const world = await useLendingWorld();
const { call } = world.api;

/** The members of the query that are days. */
const daysOf = ({ query }: Endpoint): string[] => {
  const { properties = {} } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, { format?: string }>;
  };
  return Object.keys(properties).filter((name) => properties[name]?.format === "date");
};
const taking = allCalls().flatMap(({ name, call: one }) => {
  const days = one.method === "GET" && one.kind !== "list" ? daysOf(one) : [];
  return days.length > 0 ? [{ name, call: one, days }] : [];
});

const MALFORMED = [
  "2026-02-30",
  "2026-13-01",
  "20260115",
  "15/01/2026",
  "2026-1-5",
  "2026-01-15T00:00:00Z",
  "+02026-01-01",
  "-0001-01-01",
  "today",
  "",
  "null",
  "2026-01-15' or 1=1 --",
];
const FAR = ["0000-01-01", "0001-01-01", "1582-10-10", "1970-01-01", "9999-12-31"];
const LEAK = /(at \w+ \(|node_modules|\.ts:\d|syntax error|invalid input|out of range|pg_)/;

describe("a day in a query", () => {
  it("is taken by these calls", () => {
    expect(taking.map(({ name, days }) => `${name}: ${days.join(", ")}`).toSorted()).toMatchInlineSnapshot(`
      [
        "assignments.statistics: rangeStart, rangeEnd",
        "books.statement: from, to",
        "books.trialBalance: as_at",
        "cardAuthorisations.spend: rangeStart, rangeEnd",
        "expenses.analytics: rangeStart, rangeEnd",
        "peopleStatistics.leads: rangeStart, rangeEnd",
        "peopleStatistics.underwriting: rangeStart, rangeEnd",
        "personalWallets.statement: from, to",
        "personalWallets.statementFile: from, to",
        "reconciliation.balance: on",
        "reconciliation.summary: from, to",
        "repayments.settlementQuote: on",
        "repayments.statistics: rangeStart, rangeEnd",
        "walletStatements.download: from, to",
        "walletStatements.range: from, to",
      ]
    `);
  });

  it.each(taking.map((each) => [each.name, each] as const))(
    "%s refuses one that is none, and answers for any other",
    async (_, { call: one, days }) => {
      const loan = await world.running();
      const role = roleSlugs.findLast((slug) => mayCall(one, slug))!;
      const company_id = role.startsWith("company_") ? await world.api.company({ name: "Days" }) : undefined;
      const { token } = await world.api.person(role, { company_id });
      const params = { id: loan.id };
      for (const name of days) {
        for (const text of MALFORMED) {
          const { status, body } = await call(one, { token, params, query: { [name]: text } });
          expect(status, `${name} ${text}`).toBe(422);
          expect(Object.keys(body.errors ?? {}), `${name} ${text}`).toEqual([name]);
        }
        for (const text of FAR) {
          const { status, body } = await call(one, { token, params, query: { [name]: text } });
          expect(status < 500, `${name} ${text}`).toBe(true);
          expect(LEAK.test(JSON.stringify(body)), `${name} ${text}`).toBe(false);
        }
      }
    },
  );
});

describe("what would have ended a loan on a day", () => {
  it("is told to its borrower and to staff, within the days on which its money can have come, and changes nothing", async () => {
    const loan = await world.running();
    const from = await businessDate(world.api.app.db);
    await catchUp(world.api.app, addDays(from, 3), { onDay: () => world.syncClock() });
    const on = await businessDate(world.api.app.db);
    const quote = (day: string | undefined, token: string) =>
      call(repayments.settlementQuote, { token, params: { id: loan.id }, query: day ? { on: day } : {} });
    const before = [await world.loanRow(loan.id), await world.rows(loan.id)];
    const figures = async (day: string | undefined) =>
      (await quote(day, loan.customer.token)).body.data as { total_kobo: number };
    const now = await figures(undefined);
    expect(await figures(on), "today by its name").toMatchObject({ total_kobo: now.total_kobo });
    const totals = [];
    for (let day = from; day <= on; day = addDays(day, 1)) totals.push((await figures(day)).total_kobo);
    expect(totals.toSorted((left, right) => left - right)).toEqual(totals);
    for (const day of [addDays(from, -1), "1970-01-01", addDays(on, 1), "9999-12-31"])
      for (const { token } of [loan.customer, world.maker])
        expect((await quote(day, token)).status, `${day}`).toBe(422);
    for (const role of ["staff", "company_finance_manager", "super_sales_agent"] as const) {
      const { token } = await world.api.person(role);
      for (const day of [undefined, from, addDays(on, 1), "1970-01-01"])
        expect([403, 404].includes((await quote(day, token)).status), `${role} ${day}`).toBe(true);
    }
    expect([await world.loanRow(loan.id), await world.rows(loan.id)]).toEqual(before);
    await world.prove();
  });

  it("the bank's balance of a coming day is that of the last statement", async () => {
    const balance = async (on?: string) =>
      (await call(reconciliation.balance, { token: world.maker.token, query: on ? { on } : {} })).body.data as {
        balance: { on: string };
      };
    const last = await balance();
    expect((await balance("9999-12-31")).balance).toEqual(last.balance);
    expect((await call(reconciliation.balance, { query: { on: "2026-01-15" } })).status).toBe(401);
    const { token } = await world.api.person("staff");
    expect((await call(reconciliation.balance, { token, query: { on: "not a day" } })).status).toBe(403);
  });
});
