/** Decision 0031: what the provider's long lists are sorted by has an index in that order. */
import { listAll, listByStatus } from "@manilla/contract/people/people";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import type { BoundList } from "../../apps/api/src/db/list.ts";
import type { Context } from "../../apps/api/src/house/app.ts";
import { queueList } from "../../apps/api/src/modules/people/people/lists.ts";
import { queueScope } from "../../apps/api/src/modules/people/people/profiles/index.ts";
import { allCalls } from "../../scripts/generate-permissions.ts";
import { shownColumns } from "../../scripts/shown-columns.ts";
import { useTestApi } from "../world.ts";

const api = await useTestApi();

interface Node {
  "Node Type": string;
  "Parent Relationship"?: string;
  Plans?: Node[];
}
/** From the plan's root to the rows that it begins with. */
const wayOf = (node: Node): string[] => [
  node["Node Type"],
  ...(node.Plans ?? []).filter((one) => one["Parent Relationship"] === "Outer").flatMap(wayOf),
];
/** Of equal plans the one without a sort, on tables however small. */
const SETTINGS = ["sort", "incremental_sort", "seqscan", "bitmapscan", "hashjoin", "mergejoin", "memoize", "material"];

/** The lists, with those of their sorts that have no index of their own, and why. */
const UNSERVED: Readonly<Record<string, readonly string[]>> = {
  "loans.listAll": [],
  "repayments.defaults": [],
  "repayments.listReceipts": [],
  "disbursements.listAll": [],
  "creditDecisions.listAll": [],
  // The views ask for late instalments: of these there is an index.
  "repayments.listAll": ["days_past_due"],
  // Sorted with the bounds of the filter: an index of the people who have a salary on record.
  "people.listAll": ["salary_kobo"],
  // Changes with every row that is worked on.
  "reconciliation.listAll": ["updated_at"],
  // One statement for each account and day.
  "bankStatements.listAll": ["statement_on", "fetched_at", "taken_at"],
  "appeals.listAll": [],
  "assignments.assigned": [],
  "billDesk.listAll": [],
  "billerReports.listLines": [],
  "cardAuthorisations.captures": [],
  "cardDisputes.listAll": [],
  "cardLines.listPayments": [],
  "cardLines.listRepayments": [],
  "cardSettlements.listLines": [],
  "cashLimits.listRequests": [],
  "cashback.listAll": [],
  "charges.listAll": [],
  "charges.listCharges": [],
  "companyLoans.listAll": [],
  "documents.listStatements": [],
  "dollarCards.exchanges": [],
  "expenses.listEverywhere": [],
  "limitRaises.listAll": [],
  "limits.listRequests": [],
  "peopleStatistics.identityVerifications": [],
  "refunds.listAll": [],
  "repayments.ofCompanies": ["days_past_due"],
  "rewards.listAll": [],
  "salaryDeductions.ofCompanies": [],
  "secureCards.listAll": [],
  "transfers.listAll": [],
};
/** What people sort by: sums and days. */
const SORTING = new Set(["money", "dollars", "date", "day", "relative"]);
const lists = allCalls().filter(({ name }) => Object.hasOwn(UNSERVED, name));

describe("each column of money or of days", () => {
  const shown = shownColumns();
  const declared = allCalls().flatMap(({ name, call }) =>
    call.list && shown.has(name)
      ? [{ name, sorts: call.list.sorts, unsorted: (call as { unsorted?: object }).unsorted ?? {} }]
      : [],
  );

  it("sorts its list, or the contract says why it does not", () => {
    expect(declared.length).toBeGreaterThan(120);
    const silent = declared.flatMap(({ name, sorts, unsorted }) =>
      [...(shown.get(name) ?? [])]
        .filter(([key, kind]) => SORTING.has(kind) && !sorts.includes(key) && !Object.hasOwn(unsorted, key))
        .map(([key]) => `${name}: ${key}`),
    );
    expect(silent).toEqual([]);
  });

  it("has no reason where it sorts or is no column", () => {
    const wrong = allCalls().flatMap(({ name, call }) => {
      const {
        list,
        unsorted = {},
        row,
      } = call as typeof call & { unsorted?: object; row?: { shape: Readonly<Record<string, unknown>> } };
      return Object.keys(unsorted)
        .filter((key) => list?.sorts.includes(key) || !Object.hasOwn(row?.shape ?? {}, key))
        .map((key) => `${name}: ${key}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe("the sorts of the provider's lists", () => {
  it("are those of the lists by name", () => {
    expect(lists.map(({ name }) => name).toSorted()).toEqual(Object.keys(UNSERVED).toSorted());
  });

  it.each(lists.map(({ name, call }) => [name, call] as const))("have an index: %s", async (name, call) => {
    if (call.kind !== "list" || !call.list) throw new Error(`${name} is no list.`);
    const handler = api.app.house.calls.find((one) => one.call === call)?.handler;
    const session = { user_id: uuidv7(), permissions: new Set<string>(), account_types: ["admin"], roles: [] };
    // As much of a request as a list without parameters reads.
    const context = { ...api.app, session } as unknown as Context;
    // What any handler may answer; of a list it is this.
    const bound = (await handler?.(context, { query: {} } as never)) as unknown as BoundList;
    const client = await api.database.pool.connect();
    try {
      await client.query("begin");
      for (const one of SETTINGS) await client.query(`set local enable_${one} = off`);
      const unserved = new Set<string>();
      for (const sortColumn of call.list.sorts)
        for (const sortOrder of ["asc", "desc"]) {
          const statement = bound.statement(call.query.parse({ sortColumn, sortOrder }) as never);
          const { sql, parameters } = statement.compile(api.app.db);
          const { rows } = await client.query<{ "QUERY PLAN": { Plan: Node }[] }>(`explain (format json) ${sql}`, [
            ...parameters,
          ]);
          const [answer] = rows[0]?.["QUERY PLAN"] ?? [];
          if (!answer || wayOf(answer.Plan).some((node) => node.includes("Sort"))) unserved.add(sortColumn);
        }
      expect([...unserved]).toEqual(UNSERVED[name]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("have an index in each queue in which cases wait, by how long, from either end", async () => {
    const client = await api.database.pool.connect();
    try {
      await client.query("begin");
      for (const one of SETTINGS) await client.query(`set local enable_${one} = off`);
      for (const queue of ["process", "processing", "verified", "pre-approved"] as const)
        for (const sortOrder of ["asc", "desc"] as const) {
          const statement = queueList
            .scoped(queueScope(queue))
            .statement(listByStatus.query.parse({ sortColumn: "waits_since", sortOrder }));
          const { sql, parameters } = statement.compile(api.app.db);
          const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [...parameters]);
          const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
          expect(plan, `${queue}, ${sortOrder}`).toMatch(
            queue === "process" ? "users_queue_process_waits" : /users_\w*waits/,
          );
          expect(plan.slice(0, plan.indexOf("SubPlan"))).not.toContain("Sort");
        }
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("count no amount as zero: the largest limit is first, people without one are last", async () => {
    const people = [await api.person("staff"), await api.person("staff"), await api.person("staff")];
    const limits = [null, 5_000_000, 9_000_000];
    for (const [index, { user_id }] of people.entries())
      await api.database.pool.query("update users set credit_limit_kobo = $2 where id = $1", [user_id, limits[index]]);
    const { token } = await api.person("super_admin");
    const { items } = (
      await api.call(listAll, { token, query: { sortColumn: "credit_limit_kobo", sortOrder: "desc" } })
    ).body.datatable as { items: { credit_limit_kobo: number | null }[] };
    expect(items.map((row) => row.credit_limit_kobo)).toEqual([9_000_000, 5_000_000, null]);
  });
});
