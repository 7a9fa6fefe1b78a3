/** The page of one record: while it comes, when it is there, when it is not. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { RecordPage } from "../../apps/web/src/shared/record/record-page.tsx";
import { recentOf } from "../../apps/web/src/shared/ui/recent.ts";
import { Timeline } from "../../apps/web/src/shared/record/timeline.tsx";
import { type Reply, data, expectToLookWell, refusal, requests, show } from "./stage.tsx";

const call = calls.approvals.find;
const id = "01a2041b-0000-7000-8000-000000000001";
const record = (reply: () => Reply) =>
  show(
    <RecordPage call={call} title={({ title }) => title} actions={(found) => found && <button>Approve</button>}>
      {({ maker }) => <p>Requested by {maker.name}</p>}
    </RecordPage>,
    {
      permissions: call.can,
      server: reply,
      route: { path: "/admin/approvals/:id", address: `/admin/approvals/${id}` },
    },
  );

it("a timeline says who did what, when and why, in its own order, and shows one kind where one asks", async () => {
  const entry = (at: number, kind: "money" | "decisions" | "changes", more: object) => ({
    id: String(at),
    kind,
    words: "",
    detail: null,
    who: null,
    happened_at: `2026-11-2${at}T09:00:00.000Z`,
    ...more,
  });
  const limit = { words: "The limit was changed", detail: "Limit: ₦100,000.00 → ₦300,000.00", who: "Ngozi Eze" };
  await show(
    <Timeline
      entries={[
        entry(3, "money", { words: "Received ₦5,000.00", who: "System" }),
        entry(2, "changes", limit),
        entry(1, "decisions", { words: "Declined", detail: "Nobody answers.", who: "Ibrahim Sule" }),
      ]}
    />,
  );
  const told = () =>
    page
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent);
  expect(told()).toHaveLength(3);
  expect(told()[1]).toMatch(/The limit was changed.*Ngozi Eze.*₦100,000\.00 → ₦300,000\.00/);
  expect(told()[2]).toMatch(/Declined.*Ibrahim Sule.*Nobody answers\./);
  await page.getByRole("button", { name: "Decisions" }).click();
  expect(told()).toHaveLength(1);
  await expect.element(page.getByRole("button", { name: "Messages" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "All" }).click();
  expect(told()).toHaveLength(3);
  await expectToLookWell();
});

describe("the page of a record", () => {
  it("asks for the record of its address, and shows its title, its actions and its parts", async () => {
    await record(() => data({ id, title: "Disburse 3 loans", maker: { name: "Ibrahim Sule" } }));
    await expect.element(page.getByRole("heading", { level: 1, name: "Disburse 3 loans" })).toBeVisible();
    await expect.element(page.getByText("Requested by Ibrahim Sule")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Approve" })).toBeVisible();
    expect(requests.map(({ path }) => path)).toContain(`/admin/approvals/${id}`);
    await expectToLookWell();
  });

  it("is among what was opened last, from wherever it was opened", async () => {
    const title = "Disburse 4 loans";
    await record(() => data({ id, title, maker: { name: "Ibrahim Sule" } }));
    await expect.element(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect
      .poll(() => recentOf("01a2041b-0000-7000-8000-000000000001", "admin")[0])
      .toEqual({ label: title, detail: "Sample", link: `/admin/approvals/${id}` });
  });

  it("holds the place while the record comes, without actions", async () => {
    await record(() => "silence");
    await expect.poll(() => document.querySelectorAll("[class*=skeleton i]").length).toBeGreaterThan(0);
    await expect.element(page.getByRole("button", { name: "Approve" })).not.toBeInTheDocument();
    await expectToLookWell();
  });

  it("says that the record is not there", async () => {
    await record(() => refusal(404, ""));
    await expect.element(page.getByRole("alert")).toMatchTextContent(/does not exist, or is not yours to see/);
    await expectToLookWell();
  });

  it("says what failed and tries again when asked", async () => {
    let isMended = false;
    await record(() =>
      isMended ? data({ id, title: "Disburse 3 loans", maker: { name: "Ibrahim Sule" } }) : refusal(500, ""),
    );
    await expect.element(page.getByText("0192f1c2")).toBeVisible();
    await expectToLookWell();
    isMended = true;
    await page.getByRole("button", { name: /again/i }).click();
    await expect.element(page.getByText("Requested by Ibrahim Sule")).toBeVisible();
  });

  it("keeps a long name in its place", async () => {
    const name = "Oluwaseun-Chukwuemeka-Adekunle-Fashola-".repeat(8);
    await record(() => data({ id, title: name, maker: { name } }));
    await expect.element(page.getByText(`Requested by ${name}`)).toBeVisible();
    await expectToLookWell();
  });
});
