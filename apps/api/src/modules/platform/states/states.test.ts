/** The only way to change a state, on the smallest noun that has one: a department is active, then closed. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import type { Tx } from "../../../db/database.ts";
import { moneyDatabase } from "../../../db/pipelined-database.ts";
import { SYSTEM } from "../audit/index.ts";
import { changeState, changeStates, changeWhere, recordBeginning, walkStates } from "./index.ts";

const api = await useTestApi();
let company_id: string;
beforeAll(async () => {
  company_id = await api.company();
});

const within = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  moneyDatabase(api.app.pool).transaction().execute(work);

/** A department, by SQL. @returns its id */
async function department(status = "active"): Promise<string> {
  const id = uuidv7();
  await api.app.db.insertInto("departments").values({ id, company_id, name: id, status }).execute();
  return id;
}
const read = (id: string) =>
  api.app.db
    .selectFrom("departments")
    .select(["status", "version", "monthly_budget_kobo"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const told = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', coalesce(from_state, '-'), to_state, actor_name, reason) as line
    from transitions where subject_id = ${id} order by id
  `.execute(api.app.db);
  return rows.map(({ line }) => line);
};
const CLOSE = { noun: "department", from: "active", action: "close", actor: SYSTEM } as const;

describe("a change of state", () => {
  it.each([[false], [true]])(
    "leaves its row, and takes other columns along (of a locked row: %s)",
    async (is_locked) => {
      const id = await department();
      const state = await within((tx) =>
        changeState(tx, { ...CLOSE, id, reason: "merged", set: { monthly_budget_kobo: 5n }, is_locked }),
      );
      expect(state).toBe("closed");
      expect(await read(id)).toEqual({ status: "closed", version: 2, monthly_budget_kobo: 5n });
      expect(await told(id)).toEqual(["active closed System merged"]);
    },
  );

  it.each([[false], [true]])(
    "is a conflict where somebody was quicker, and leaves nothing (locked: %s)",
    async (is_locked) => {
      const id = await department("closed");
      const late = within((tx) => changeState(tx, { ...CLOSE, id, is_locked }));
      await expect(late).rejects.toMatchObject({ status: 409, code: "already_decided" });
      expect([await read(id), await told(id)]).toEqual([
        { status: "closed", version: 1, monthly_budget_kobo: null },
        [],
      ]);
    },
  );

  it("is refused where the table of states has none", async () => {
    const id = await department("closed");
    const again = within((tx) => changeState(tx, { ...CLOSE, id, from: "closed" }));
    await expect(again).rejects.toMatchObject({ status: 409 });
    await expect(within((tx) => changeStates(tx, { ...CLOSE, ids: [id], from: "closed" }))).rejects.toMatchObject({
      status: 409,
    });
    expect(await told(id)).toEqual([]);
  });

  it("of two at once happens once", async () => {
    const id = await department();
    const both = await Promise.allSettled([1, 2].map(() => within((tx) => changeState(tx, { ...CLOSE, id }))));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect([(await read(id)).version, await told(id)]).toEqual([2, ["active closed System"]]);
  });
});

describe("many changes of state", () => {
  it("leave those alone that are in another state by now", async () => {
    const [one, other, gone] = [await department(), await department(), await department("closed")];
    const changed = await within((tx) => changeStates(tx, { ...CLOSE, ids: [one, other, gone] }));
    expect(changed.toSorted()).toEqual([one, other].toSorted());
    expect([await told(one), await told(other), await told(gone)]).toEqual([
      ["active closed System"],
      ["active closed System"],
      [],
    ]);
    expect(await within((tx) => changeStates(tx, { ...CLOSE, ids: [] }))).toEqual([]);
  });

  it("under a condition take its rows only", async () => {
    const [one, other] = [await department(), await department()];
    const where = sql`id = any(${[one, other]}::uuid[]) and name = ${one}`;
    const close = {
      noun: "department",
      action: "close",
      actor: SYSTEM,
      where,
      set: { monthly_budget_kobo: 7n },
    } as const;
    expect(await within((tx) => changeWhere(tx, close))).toEqual([one]);
    expect([await read(one), await read(other)]).toEqual([
      { status: "closed", version: 2, monthly_budget_kobo: 7n },
      { status: "active", version: 1, monthly_budget_kobo: null },
    ]);
    expect(await within((tx) => changeWhere(tx, close)), "again").toEqual([]);
  });

  it("of one row along its way are written once, from its beginning", async () => {
    const id = await department();
    await within(async (tx) => {
      await recordBeginning(tx, "department", id, "active", SYSTEM);
      await walkStates(tx, [
        {
          noun: "department",
          id,
          from: "active",
          steps: [{ action: "close" }],
          actor: SYSTEM,
          business_date: "2026-11-29",
        },
      ]);
    });
    expect([await told(id), await read(id)]).toEqual([
      ["- active System", "active closed System"],
      { status: "closed", version: 2, monthly_budget_kobo: null },
    ]);
  });
});
