import * as calls from "@manilla/contract/money/slips";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { InvalidFields } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { freshSlips, receivedDay, requireSlip, slipShown, whyTooEarly } from "./index.ts";

const api = await useTestApi();
const { db } = api.app;
const [one, other] = [await api.person("super_finance"), await api.person("super_finance")];

let counter = 0;
/** A picture of its own each time. */
function paper(): Promise<Uint8Array<ArrayBuffer>> {
  counter += 1;
  const create = { width: 8, height: 8, channels: 3, background: { r: counter, g: 0, b: 0 } } as const;
  return sharp({ create }).png().toBuffer();
}
async function upload(token: string, bytes: Uint8Array<ArrayBuffer>, name = "advice.png", type = "image/png") {
  const body = new FormData();
  body.append("slip", new Blob([bytes], { type }), name);
  return api.call(calls.uploadSlip, { token, body });
}
const kept = async (token: string, bytes?: Uint8Array<ArrayBuffer>): Promise<string> =>
  ((await upload(token, bytes ?? (await paper()))).body.data as { id: string }).id;
const fresh = (...ids: (string | undefined)[]) => db.transaction().execute((tx) => freshSlips(tx, ids));
async function askedWith(slip_id: string, status = "pending"): Promise<string> {
  const id = uuidv7();
  await api.database.pool.query(
    `insert into approvals (id, kind, title, payload, status, maker_id)
     values ($1, 'reverse_receipt', 'Reverse ₦1,000', jsonb_build_object('slip_id', $2::text), $3, $4)`,
    [id, slip_id, status, one.user_id],
  );
  return id;
}

describe("a slip", () => {
  it("is kept once for who brought it, and again for a colleague; the file is read as it came, each look on record", async () => {
    const bytes = await paper();
    const id = await kept(one.token, bytes);
    expect(await kept(one.token, bytes)).toBe(id);
    expect(await kept(other.token, bytes)).not.toBe(id);
    const stored = await db.selectFrom("slips").select("storage_name").where("id", "=", id).execute();
    expect(stored).toHaveLength(1);
    const shown = await api.call(calls.slipFile, { token: other.token, params: { id } });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(shown.body.text).toMatch(/^.PNG/);
    const { rows } = await api.database.pool.query(
      "select actor_id from audit_records where action = 'slip_viewed' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ actor_id: other.user_id }]);
    expect((await api.call(calls.slipFile, { token: one.token, params: { id: uuidv7() } })).status).toBe(404);
  });

  it("is a paper: not a program in its clothes, and from nobody who records no money", async () => {
    const program = new TextEncoder().encode("MZ\u0000 not a paper") as Uint8Array<ArrayBuffer>;
    expect((await upload(one.token, program)).body.errors).toHaveProperty("slip");
    for (const role of ["staff", "super_support"] as const)
      expect((await upload((await api.person(role)).token, await paper())).status, role).toBe(403);
  });

  it("is used by who uploaded it alone", async () => {
    const slip_id = await kept(one.token);
    const require = (user_id: string, evidence: { slip_id?: string }) =>
      db.transaction().execute((tx) => requireSlip(tx, { session: { user_id } } as Context, evidence));
    expect(await require(one.user_id, { slip_id })).toBe(slip_id);
    const refused = [
      [other.user_id, { slip_id }],
      [one.user_id, {}],
      [one.user_id, { slip_id: uuidv7() }],
    ] as const;
    for (const [user_id, evidence] of refused)
      await expect(require(user_id, evidence)).rejects.toMatchObject({ errors: { slip_id: expect.any(Array) } });
  });

  it("is fresh until it, or a colleague's copy of the file, is behind a request; after a refusal it is fresh again", async () => {
    const bytes = await paper();
    const [mine, theirs, else_] = [await kept(one.token, bytes), await kept(other.token, bytes), await kept(one.token)];
    expect([...(await fresh(mine, theirs, else_, undefined, mine)).keys()].toSorted()).toEqual(
      [mine, theirs, else_].toSorted(),
    );
    const request = await askedWith(theirs);
    expect([...(await fresh(mine, theirs, else_)).keys()]).toEqual([else_]);
    await api.database.pool.query("update approvals set status = 'declined' where id = $1", [request]);
    expect((await fresh(mine)).get(mine)).toMatchObject({ uploaded_by: one.user_id });
    await askedWith(mine, "approved");
    expect((await fresh(mine, theirs)).size).toBe(0);
  });

  it("is shown to the second person with what the same file was brought for before", async () => {
    const bytes = await paper();
    const [mine, theirs] = [await kept(one.token, bytes), await kept(other.token, bytes)];
    const [first, second] = [await askedWith(mine), await askedWith(theirs)];
    expect(await slipShown(db, theirs, second)).toEqual({
      papers: [{ label: "Slip", name: "advice.png", link: `/api/admin/slips/${theirs}/file` }],
      facts: [{ label: "The same file was brought for", value: "Reverse ₦1,000" }],
    });
    await api.database.pool.query("update approvals set status = 'declined' where id = $1", [first]);
    expect((await slipShown(db, theirs, second)).facts).toEqual([]);
    expect(await slipShown(db, undefined, second)).toEqual({ papers: [], facts: [] });
  });
});

describe("the day on which money came", () => {
  const loan = { disbursed_on: "2026-01-10", brought_in_on: null };

  it("is today where none is given, at most 45 days ago, not to come, and not before the loan", () => {
    expect(receivedDay({}, "2026-01-15")).toBe("2026-01-15");
    expect(receivedDay({ received_on: "2025-12-01" }, "2026-01-15")).toBe("2025-12-01");
    expect(receivedDay({ received_on: "2026-01-10" }, "2026-01-15", loan)).toBe("2026-01-10");
    for (const [received_on, about] of [
      ["2025-11-30", undefined],
      ["2026-01-16", undefined],
      ["2026-01-09", loan],
    ] as const)
      expect(() => receivedDay({ received_on }, "2026-01-15", about), received_on).toThrow(InvalidFields);
  });

  it("of a loan from another book is not before it was brought in", () => {
    const brought = { disbursed_on: "2024-01-01", brought_in_on: "2026-01-12" };
    expect(whyTooEarly(brought, "2026-01-11")).toMatch(/^the loan was brought in on /);
    expect(whyTooEarly(brought, "2026-01-12")).toBeUndefined();
    expect(whyTooEarly({ disbursed_on: null, brought_in_on: null }, "2020-01-01")).toBeUndefined();
  });
});
