import type { DocumentQueue } from "@manilla/contract/people/document-queues";
import * as documents from "@manilla/contract/people/documents";
import * as onboarding from "@manilla/contract/people/onboarding";
import * as people from "@manilla/contract/people/people";
import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../../../../../test/api.ts";
import { type PeopleWorld, inPeopleWorld, newestDocument } from "../../../../../../test/people-world.ts";
import { documentForm, photo } from "../../../../../../test/sandbox.ts";

let world: PeopleWorld;
let api: PeopleWorld["api"];
let staff: PeopleWorld["staff"];
inPeopleWorld((made) => void ({ api, staff } = world = made));

type Row = { id: string; status: string; looked_at: string | null; looked_by: string[]; is_waited_for: boolean };
const rowsOf = ({ body }: Answer): Row[] => (body.datatable as { items: Row[] }).items;
const room = async (queue: DocumentQueue, query: Record<string, string> = {}) =>
  rowsOf(await api.call(documents.listAll, { token: staff.token, params: { queue }, query }));
const filtered = (filter: object) => room("all", { filter: JSON.stringify(filter) });
const send = async (token: string, name = "id.jpg"): Promise<string> =>
  newestDocument(await api.call(onboarding.uploadGovernmentId, { token, body: documentForm(await photo(), name) }));
const counts = async (): Promise<Record<string, number>> => {
  const { queues } = (await api.call(documents.queueCounts, { token: staff.token })).body.data as {
    queues: { queue: string; count: number }[];
  };
  return Object.fromEntries(queues.map(({ queue, count }) => [queue, count]));
};

describe("the queue of documents (R100)", () => {
  let owner: Awaited<ReturnType<PeopleWorld["customer"]>>;
  let ids: string[];
  beforeAll(async () => {
    owner = await world.customer();
    const other = await world.customer();
    ids = [await send(owner.token), await send(owner.token, "back.jpg"), await send(other.token)];
  });

  it("shows every document that was sent, decided or not, and counts what is left to decide", async () => {
    expect((await room("all")).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await counts()).toEqual({ all: 3, new: 3, rejected: 0, loan: 0 });
    await api.call(documents.accept, {
      token: staff.token,
      params: { id: owner.user_id, docId: ids[0] ?? "" },
      body: {},
    });
    expect(await room("all")).toHaveLength(3);
    expect((await filtered({ status: "confirmed" })).map(({ id }) => id)).toEqual([ids[0]]);
    expect(await counts()).toEqual({ all: 2, new: 2, rejected: 0, loan: 0 });
  });

  it("says who has looked, once a colleague has; the owner's own look is none", async () => {
    const [, id = ""] = ids;
    const colleague = await api.person("super_risk", { name: "Ireti", last_name: "Onlooker" });
    expect((await api.call(documents.file, { token: owner.token, params: { id } })).status).toBe(200);
    expect((await filtered({ is_looked_at: true })).map((row) => row.id)).not.toContain(id);
    for (const { token } of [colleague, staff, colleague])
      expect((await api.call(documents.file, { token, params: { id } })).status).toBe(200);
    const row = (await filtered({ is_looked_at: true })).find((found) => found.id === id);
    expect(row).toMatchObject({ looked_by: ["Ireti Onlooker", "Test Person"], looked_at: expect.any(String) });
    const { looks, person } = (await api.call(documents.find, { token: staff.token, params: { id } })).body.data as {
      looks: { name: string }[];
      person: { id: string };
    };
    expect([looks.map(({ name }) => name), person.id]).toEqual([["Ireti Onlooker", "Test Person"], owner.user_id]);
    const { rows } = await api.database.pool.query(
      "select 1 from audit_records where action = 'document_viewed' and subject_id = $1",
      [owner.user_id],
    );
    expect(rows).toHaveLength(3);
  });

  it("sorts by kind, age and last look, and finds what an underwriter waits for", async () => {
    const ages = (await room("all", { sort_column: "created_at", order: "asc" })).map(({ id }) => id);
    expect(ages).toEqual(ids);
    for (const sort of ["type", "looked_at"])
      expect(await room("all", { sort_column: sort, order: "desc" })).toHaveLength(3);
    expect(await filtered({ is_waited_for: true })).toEqual([]);
    await api.database.pool.query("update users set status = 'doc-processor' where id = $1", [owner.user_id]);
    expect((await filtered({ is_waited_for: true })).map(({ id }) => id).toSorted()).toEqual(
      ids.slice(0, 2).toSorted(),
    );
  });

  it("shows nothing of a person who was erased", async () => {
    const gone = await world.customer();
    const id = await send(gone.token);
    await api.call(documents.invalidate, {
      token: staff.token,
      params: { id: gone.user_id, docId: id },
      body: { reason: "altered" },
    });
    expect((await room("rejected")).map((row) => row.id)).toContain(id);
    await api.database.pool.query("update users set erased_at = now(), data_key = null where id = $1", [gone.user_id]);
    for (const queue of ["all", "rejected"] as const)
      expect((await room(queue)).map((row) => row.id)).not.toContain(id);
    expect((await counts()).rejected).toBe(0);
    expect((await api.call(documents.find, { token: staff.token, params: { id } })).status).toBe(404);
  });

  it("is the staff's: not without a session, not for customers; an unknown document is not there", async () => {
    for (const call of [documents.find, documents.queueCounts]) {
      expect((await api.call(call, { params: { id: ids[0] ?? "" } })).status).toBe(401);
      expect((await api.call(call, { token: owner.token, params: { id: ids[0] ?? "" } })).status).toBe(403);
    }
    expect((await api.call(documents.find, { token: staff.token, params: { id: crypto.randomUUID() } })).status).toBe(
      404,
    );
  });
});

describe("accepting a document", () => {
  it("happens once, the second reviewer is refused, and the person's timeline shows it", async () => {
    const { token, user_id } = await world.customer();
    const id = await send(token);
    const accept = (docId: string, by = staff.token) =>
      api.call(documents.accept, {
        token: by,
        params: { id: user_id, docId },
        body: { reason: "Compared with the original" },
      });
    const answers = await Promise.all([accept(id), accept(id, (await api.person("super_risk")).token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("already_decided");
    const { events } = (await api.call(documents.events, { token: staff.token, params: { id: user_id } })).body
      .data as { events: { event: string; detail: string }[] };
    expect(events[0]).toMatchObject({ event: "accepted", detail: "Compared with the original" });
    const invalid = await api.call(documents.invalidate, {
      token: staff.token,
      params: { id: user_id, docId: id },
      body: { reason: "altered" },
    });
    expect(invalid.body.data).toMatchObject({ document: { status: "invalidated" } });
    expect((await accept(id)).status).toBe(409);
    expect((await room("rejected")).map((row) => row.id)).toContain(id);
  });

  it("is never for who uploaded it: neither accepted nor confirmed, and taken by a colleague", async () => {
    const { token, user_id } = await world.customer();
    const docId = await send(token);
    const uploads = await api.person("super_sales_agent");
    const by = (who: { token: string }) =>
      api.call(documents.accept, { token: who.token, params: { id: user_id, docId }, body: {} });
    expect((await by(uploads)).status).toBe(403);
    await api.database.pool.query("update documents set uploaded_by = $2 where id = $1", [docId, staff.user_id]);
    expect(await by(staff)).toMatchObject({ status: 403, body: { code: "own_upload" } });
    const statement = { token: staff.token, params: { id: user_id }, body: { document_id: docId } };
    expect(await api.call(documents.confirmMbs, statement)).toMatchObject({
      status: 403,
      body: { code: "own_upload" },
    });
    expect((await by(await api.person("super_operations"))).status).toBe(200);
  });

  it("is for those who may handle documents, and of the person who is named", async () => {
    const { token, user_id } = await world.customer();
    const stranger = await world.customer();
    const docId = await send(token);
    const support = await api.person("super_support");
    expect((await api.call(documents.accept, { params: { id: user_id, docId }, body: {} })).status).toBe(401);
    expect(
      (await api.call(documents.accept, { token: support.token, params: { id: user_id, docId }, body: {} })).status,
    ).toBe(403);
    expect(
      (await api.call(documents.accept, { token: staff.token, params: { id: stranger.user_id, docId }, body: {} }))
        .status,
    ).toBe(404);
    expect(
      (
        await api.call(documents.accept, {
          token: staff.token,
          params: { id: user_id, docId },
          body: { reason: "x".repeat(501) },
        })
      ).status,
    ).toBe(422);
    expect((await api.call(people.find, { token: staff.token, params: { id: user_id } })).body.data).toMatchObject({
      user: { documents: [{ id: docId, status: "received" }] },
    });
  });
});

describe("taking an acceptance back", () => {
  const decided = async () => {
    const { token, user_id } = await world.customer();
    const docId = await send(token);
    await api.call(documents.accept, { token: staff.token, params: { id: user_id, docId }, body: {} });
    return { user_id, docId };
  };

  it("lets the document wait again as it did before, once, and leaves its trace", async () => {
    const { user_id, docId } = await decided();
    const reopen = () => api.call(documents.reopen, { token: staff.token, params: { id: user_id, docId } });
    expect((await reopen()).body.data).toMatchObject({
      document: { id: docId, status: "received", confirmed_at: null, confirmed_by_name: null },
    });
    expect((await room("new")).map((row) => row.id)).toContain(docId);
    const { events } = (await api.call(documents.events, { token: staff.token, params: { id: user_id } })).body
      .data as { events: { event: string }[] };
    expect(events.map(({ event }) => event).slice(0, 2)).toEqual(["reopened", "accepted"]);
    const again = await reopen();
    expect([again.status, again.body.code]).toEqual([409, "already_decided"]);
    expect(
      (await api.call(documents.accept, { token: staff.token, params: { id: user_id, docId }, body: {} })).status,
    ).toBe(200);
  });

  it("is for who accepted it, and of the person who is named", async () => {
    const { user_id, docId } = await decided();
    const stranger = await world.customer();
    const params = { id: user_id, docId };
    expect((await api.call(documents.reopen, { params })).status).toBe(401);
    expect(
      (await api.call(documents.reopen, { token: (await api.person("super_support")).token, params })).status,
    ).toBe(403);
    expect(
      (await api.call(documents.reopen, { token: staff.token, params: { id: stranger.user_id, docId } })).status,
    ).toBe(404);
    const colleague = await api.call(documents.reopen, { token: (await api.person("super_risk")).token, params });
    expect([colleague.status, colleague.body.code]).toEqual([409, "not_reversible"]);
  });
});
