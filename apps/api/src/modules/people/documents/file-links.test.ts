/** Stored documents go out through links of a moment: for one file, one session, one person. */
import * as documents from "@manilla/contract/people/documents";
import * as onboarding from "@manilla/contract/people/onboarding";
import { beforeAll, describe, expect, it } from "vitest";
import { type PeopleWorld, inPeopleWorld, newestDocument } from "../../../../../../test/people-world.ts";
import { documentForm, photo } from "../../../../../../test/sandbox.ts";
import { fileLink } from "../../../files/links.ts";
import { openSession } from "../../../http/session.ts";

let world: PeopleWorld;
let api: PeopleWorld["api"];
let staff: PeopleWorld["staff"];
inPeopleWorld((made) => void ({ api, staff } = world = made));

let owner: Awaited<ReturnType<PeopleWorld["customer"]>>;
let ids: string[];
beforeAll(async () => {
  owner = await world.customer();
  const send = async (name: string) =>
    newestDocument(
      await api.call(onboarding.uploadGovernmentId, { token: owner.token, body: documentForm(await photo(), name) }),
    );
  ids = [await send("id.jpg"), await send("back.jpg")];
});

const open = (path: string, token?: string): Promise<Response> =>
  fetch(`${api.address}${path}`, { redirect: "manual", headers: token ? { authorization: `Bearer ${token}` } : {} });
/** The link that the ordinary call answers with. */
async function linkFor(token: string, id = ids[0] ?? ""): Promise<string> {
  const answer = await open(`/api/documents/${id}/file?kind=govt_id`, token);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([302, "private, no-store"]);
  return answer.headers.get("location") ?? "";
}
async function refusal(path: string, token?: string): Promise<[number, string]> {
  const answer = await open(path, token);
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

describe("a link to a document", () => {
  it("gives the bytes to the requester, with the headers of a stored file, and can be followed twice", async () => {
    for (const token of [owner.token, staff.token]) {
      const link = await linkFor(token);
      for (const _time of [1, 2]) {
        const answer = await open(link, token);
        expect([
          answer.status,
          answer.headers.get("content-type"),
          answer.headers.get("x-content-type-options"),
          answer.headers.get("cache-control"),
        ]).toEqual([200, "image/jpeg", "nosniff", "private, no-store"]);
        expect(answer.headers.get("content-disposition")).toBe('attachment; filename="id.jpg"');
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
      }
    }
  });

  it("is refused to another person, to another session of the same person, and without a session", async () => {
    const link = await linkFor(owner.token);
    const stranger = await world.customer();
    expect(await refusal(link, stranger.token)).toEqual([403, "link_refused"]);
    expect(await refusal(link, staff.token)).toEqual([403, "link_refused"]);
    const { token } = await openSession(api.app.db, {
      user_id: owner.user_id,
      network_address: "127.0.0.1",
      device: "another",
    });
    expect(await refusal(link, token)).toEqual([403, "link_refused"]);
    expect(await refusal(link)).toEqual([401, "no_session"]);
  });

  it("is refused when the file, the moment or the seal was altered", async () => {
    const link = new URL(await linkFor(owner.token), api.address);
    const altered = (change: (url: URL) => void): string => {
      const url = new URL(link);
      change(url);
      return `${url.pathname}${url.search}`;
    };
    expect(
      await refusal(
        altered((url) => (url.pathname = `/api/files/${ids[1]}`)),
        owner.token,
      ),
    ).toEqual([403, "link_refused"]);
    expect(
      await refusal(
        altered((url) => url.searchParams.set("until", String(Number(url.searchParams.get("until")) + 3_600))),
        owner.token,
      ),
    ).toEqual([403, "link_refused"]);
    const seal = link.searchParams.get("seal") ?? "";
    expect(
      await refusal(
        altered((url) => url.searchParams.set("seal", `${seal.startsWith("A") ? "B" : "A"}${seal.slice(1)}`)),
        owner.token,
      ),
    ).toEqual([403, "link_refused"]);
    for (const name of ["until", "seal"])
      expect(
        await refusal(
          altered((url) => url.searchParams.delete(name)),
          owner.token,
        ),
      ).toEqual([422, "invalid_fields"]);
    expect(
      await refusal(
        altered((url) => url.searchParams.set("seal", "short")),
        owner.token,
      ),
    ).toEqual([422, "invalid_fields"]);
  });

  it("is worth nothing once its moment is over, and lasts two minutes at most", async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      "select id from sessions where user_id = $1 order by id limit 1",
      [owner.user_id],
    );
    const holder = { id: rows[0]?.id ?? "", user_id: owner.user_id };
    const now = Math.floor(Date.now() / 1_000);
    expect((await open(fileLink(api.app, holder, ids[0] ?? "", now + 30), owner.token)).status).toBe(200);
    expect(await refusal(fileLink(api.app, holder, ids[0] ?? "", now - 2), owner.token)).toEqual([403, "link_expired"]);
    const until = Number(new URL(await linkFor(owner.token), api.address).searchParams.get("until"));
    expect(until - now).toBeGreaterThanOrEqual(60);
    expect(until - now).toBeLessThanOrEqual(120);
  });

  it("is not given out for what one may not see, and a link does not outlive the right to it", async () => {
    const stranger = await world.customer();
    expect((await open(`/api/documents/${ids[0]}/file`, stranger.token)).status).toBe(404);
    expect((await open(`/api/documents/${ids[0]}/file`)).status).toBe(401);
    const demoted = await api.person("super_risk");
    const link = await linkFor(demoted.token);
    await api.database.pool.query("delete from user_roles where user_id = $1", [demoted.user_id]);
    expect((await open(link, demoted.token)).status).toBe(403);
    expect((await api.call(documents.listOf, { token: demoted.token, params: { id: owner.user_id } })).status).toBe(
      403,
    );
  });
});
