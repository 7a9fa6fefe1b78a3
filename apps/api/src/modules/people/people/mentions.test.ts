import * as notifications from "@manilla/contract/platform/notifications";
import * as calls from "@manilla/contract/people/people";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "../../../../../../test/api.ts";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
type Someone = Awaited<ReturnType<TestApi["person"]>>;
let [author, named, customer]: Someone[] = [];
beforeAll(async () => {
  author = await api.person("super_risk", { name: "Ngozi", last_name: "Eze" });
  named = await api.person("super_support", { name: "Bola", last_name: "Ade" });
  customer = await api.person("staff");
});

const id = (person: Someone | undefined): string => person?.user_id ?? "";
const comment = (body: string, by = author) =>
  api.call(calls.addComment, { token: by?.token ?? "", params: { id: id(customer) }, body: { body } });
const newsOf = async (person: Someone | undefined) =>
  (
    (await api.call(notifications.unread, { token: person?.token ?? "" })).body.data as {
      data: { kind: string; title: string; body: string; link: string }[];
    }
  ).data;

describe("a colleague named in a comment", () => {
  it("is notified once, with the words and a link to the case, and at once where a browser is open", async () => {
    const heard: unknown[] = [];
    const live = api.app.live.eventsOf(id(named))[Symbol.asyncIterator]();
    const first = live.next().then(({ value }) => heard.push(value));
    const answer = await comment(`Please check the payslip, @{${id(named)}}. Thank you @{${id(named)}}!`);
    expect(answer.body.data).toMatchObject({ comment: { mentions: [{ id: id(named), name: "Bola Ade" }] } });
    await first;
    await live.return?.(undefined);
    expect(heard).toEqual([
      expect.objectContaining({
        event: "notification",
        data: expect.objectContaining({ kind: "mention", title: "Ngozi Eze mentioned you" }),
      }),
    ]);
    expect(await newsOf(named)).toMatchObject([
      {
        kind: "mention",
        body: "Please check the payslip, @Bola Ade. Thank you @Bola Ade!",
        link: `/admin/users/${id(customer)}?tab=comments`,
      },
    ]);
  });

  it("is kept as a reference: the comment and the timeline show the name of now", async () => {
    await api.database.pool.query("update users set last_name = 'Adeyemi' where id = $1", [id(named)]);
    const { comments } = (await api.call(calls.comments, { token: author?.token ?? "", params: { id: id(customer) } }))
      .body.data as { comments: { body: string; mentions: { name: string }[] }[] };
    expect(comments[0]).toMatchObject({
      body: expect.stringContaining(`@{${id(named)}}`),
      mentions: [{ id: id(named), name: "Bola Adeyemi" }],
    });
    const { entries } = (await api.call(calls.activity, { token: author?.token ?? "", params: { id: id(customer) } }))
      .body.data as { entries: { kind: string; detail: string }[] };
    expect(entries.find(({ kind }) => kind === "notes")?.detail).toBe(
      "Please check the payslip, @Bola Adeyemi. Thank you @Bola Adeyemi!",
    );
  });

  it("is not oneself, and has to be somebody who may read the case", async () => {
    expect((await comment(`Note to myself @{${id(author)}}`)).status).toBe(200);
    expect(await newsOf(author)).toEqual([]);
    const before = await newsOf(named);
    for (const stranger of [id(customer), crypto.randomUUID()]) {
      const refused = await comment(`Hello @{${stranger}} and @{${id(named)}}`);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["body"]]);
    }
    const crowd = await comment(Array.from({ length: 11 }, () => `@{${crypto.randomUUID()}}`).join(" "));
    expect([crowd.status, crowd.body.errors.body]).toEqual([422, ["at most 10 colleagues can be named"]]);
    expect(await newsOf(named)).toEqual(before);
  });

  it("is found in the list of colleagues, which is for those who may comment", async () => {
    const { colleagues } = (await api.call(calls.colleagues, { token: author?.token ?? "" })).body.data as {
      colleagues: { id: string }[];
    };
    expect(colleagues.map((colleague) => colleague.id).toSorted()).toEqual([id(author), id(named)].toSorted());
    expect((await api.call(calls.colleagues)).status).toBe(401);
    expect((await api.call(calls.colleagues, { token: customer?.token ?? "" })).status).toBe(403);
  });
});
