/** Machines and actions say the same of who may do what, and every table with a status has its machine. */
import type { Machine } from "@manilla/contract/machine";
import { machines } from "@manilla/contract/machines";
import { describe, expect, it } from "vitest";
import { templates } from "../../scripts/generate-postings.ts";
import { allCalls } from "../../scripts/generate-permissions.ts";
import { useTestApi } from "../world.ts";

/** Tables whose status is no state of their own, each with its reason. */
const WITHOUT: Record<string, string> = {
  users: "how far a person's registration has come: computed from what they gave",
  money_events: "a copy of the state of what moved",
  orders: "what the shop of a partner says",
};

/** States that no transition reaches (yet): rows of before keep them. */
const UNREACHED = ["approval: failed", "identity verification: failed", "import: failed"];

const api = await useTestApi();

const all = Object.values<Machine>(machines);
const acts = allCalls().flatMap(({ name, call }) => (call.action ? [{ name, call, action: call.action }] : []));

describe("Machines", () => {
  it("name only states that they have, and reach every state", () => {
    for (const { noun, initial, states, transitions } of all) {
      const named = [...initial, ...transitions.flatMap(({ from, to }) => [...from, to])];
      expect(named.filter((state) => !states.includes(state)).map((state) => `${noun}: ${state}`)).toEqual([]);
      const reached = new Set([...initial, ...transitions.map(({ to }) => to)]);
      const unreached = states.filter((state) => !reached.has(state)).map((state) => `${noun}: ${state}`);
      expect(unreached.filter((state) => !UNREACHED.includes(state))).toEqual([]);
    }
  });

  it("let somebody make a transition whom its call lets in", () => {
    expect(acts.length).toBeGreaterThan(8);
    const wrong = acts
      .filter(({ call, action }) => {
        const { transitions } = all.find(({ noun }) => noun === action.of)!;
        const by = transitions.filter((each) => action.makes.includes(each.action)).map((each) => each.by);
        return !by.every((each) =>
          each === "owner"
            ? // A complaint is also a company's; a report is a colleague's own, and found by nobody else.
              call.can === "signed_in" ||
              [call.audience].flat().every((audience) => audience === "customer" || audience === "corporate")
            : typeof call.can !== "string" && call.can.includes(each as never),
        );
      })
      .map(({ name }) => name);
    expect(wrong).toEqual([]);
  });

  it("name only postings that there are", () => {
    const kinds = templates.map(({ kind }) => kind);
    const named = all.flatMap(({ transitions }) => transitions.flatMap(({ posts }) => posts ?? []));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });

  it("exist for every table with a status, with the states that the table's check allows", async () => {
    const { rows } = await api.database.pool.query<{ table: string; allowed: string | null }>(`
      select c.table_name as "table",
        (
          select pg_get_constraintdef(k.oid)
          from pg_constraint k
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname = 'status'
          where k.conrelid = c.table_name::regclass and k.contype = 'c' and cardinality(k.conkey) = 1
        ) as allowed
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'status'
      order by 1
    `);
    const found = rows.filter(({ table }) => !(table in WITHOUT));
    expect(found.map(({ table }) => table)).toEqual(all.map(({ table }) => table).toSorted());
    for (const { table, allowed } of found) {
      const states = [...(allowed ?? "").matchAll(/'([^']+)'::text/g)].map(([, state]) => state);
      expect({ table, states: states.toSorted() }).toEqual({
        table,
        states: [...(all.find((machine) => machine.table === table)?.states ?? [])].toSorted(),
      });
    }
  });
});
