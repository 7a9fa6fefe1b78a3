/** What is there for those whose call is not refused, and what begins with what waits for them. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import ApprovalsScreen from "../../apps/web/src/features/platform/approvals/approvals-screen.tsx";
import { ToDecide } from "../../apps/web/src/features/platform/dashboard/staff-blocks.tsx";
import TemplatesScreen from "../../apps/web/src/features/people/communications/templates-screen.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { data, pageOf, requests, show } from "./stage.tsx";

const id = "01a2041b-0000-7000-8000-000000000009";
const waiting = data({
  to_decide: { count: 3, amount_kobo: 300, oldest_at: "2026-11-20T09:00:00.000Z" },
  asked: { pending: 0, decided_today: 0, today: "2026-11-22" },
});
const approvals = (permissions: readonly string[]) =>
  show(<ApprovalsScreen />, {
    server: ({ path }) => (path === "/admin/approvals" ? pageOf([]) : "silence"),
    permissions: permissions as typeof calls.approvals.approve.can,
    route: { path: "/admin/approvals", address: "/admin/approvals" },
  });
const filters = () =>
  requests.filter(({ path }) => path === "/admin/approvals").map(({ query }) => query.get("filter") ?? "");

describe("approvals", () => {
  it("begin with what one may decide oneself, and the home leads to the same", async () => {
    await show(<ToDecide />, { server: () => waiting });
    const link = page.getByRole("link", { name: "Requests: 3" });
    await expect.element(link).toBeVisible();
    const address = link.element().getAttribute("href");
    await cleanup();
    const { router } = await approvals(["provider:can_view_approvals", "provider:can_decide_approvals"]);
    await expect
      .element(page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "For me to decide" }))
      .toHaveAttribute("aria-current", "page");
    const query = (text: string) => Object.fromEntries(new URLSearchParams(text));
    expect(query(router.state.location.search)).toEqual(query(address?.split("?")[1] ?? ""));
    await expect.poll(() => filters().at(-1)).toContain('"for_me":true');
    await expect.element(page.getByText("Nothing waits for you")).toBeVisible();
  });

  it("show no row before their first view is there: a press would meet another one", async () => {
    const row = {
      id,
      kind: "set_limit",
      title: "A limit that somebody else decides on",
      status: "pending",
      is_pending: true,
      amount_kobo: 100,
      item_count: 1,
      reason: null,
      maker: { id, name: "Ada Obi" },
      checker: null,
      version: 1,
      created_at: "2026-11-20T09:00:00.000Z",
      decided_at: null,
      decision_reason: null,
    };
    const at = (address: string) =>
      show(<ApprovalsScreen />, {
        server: ({ path, query }) =>
          path !== "/admin/approvals" || query.get("filter")?.includes("for_me") ? "silence" : pageOf([row]),
        permissions: calls.approvals.approve.can,
        route: { path: "/admin/approvals", address },
      });
    // All of them are known already, as when the page is opened.
    await at("/admin/approvals?known=1");
    await expect.element(page.getByText(row.title).first()).toBeVisible();
    await cleanup();
    const { router } = await at("/admin/approvals");
    await expect.poll(() => router.state.location.search).toContain("f.for_me=true");
    await expect.poll(() => filters().at(-1)).toContain("for_me");
    expect(page.getByText(row.title).elements()).toEqual([]);
  });

  it("have no such view for those who only look", async () => {
    await approvals(["provider:can_view_approvals"]);
    const views = page.getByRole("navigation", { name: "Views" });
    await expect.element(views.getByRole("link", { name: "Requested by me" })).toBeVisible();
    await expect.element(views.getByRole("link", { name: "For me to decide" })).not.toBeInTheDocument();
  });
});

describe("the texts that are sent often", () => {
  const row = {
    id,
    name: "Reminder",
    channel: "sms",
    category: "service",
    subject: null,
    body: "Dear {name}",
    created_by: "Ada Obi",
    updated_at: "2026-11-20T09:00:00.000Z",
    version: 1,
  };
  const acts = async (permissions: readonly string[]) => {
    await show(<TemplatesScreen />, {
      server: ({ path }) => (path === calls.communications.listTemplates.path ? pageOf([row]) : "silence"),
      permissions: permissions as typeof calls.approvals.approve.can,
    });
    await page.getByRole("button", { name: "Actions for Reminder" }).click();
  };

  it("are changed by those who may write them", async () => {
    await acts(["provider:can_view_communication_templates", "provider:can_create_communication_templates"]);
    await expect.element(page.getByRole("menuitem", { name: "Change…" })).toBeVisible();
  });

  it("are only read by others", async () => {
    await acts(["provider:can_view_communication_templates"]);
    await expect.element(page.getByText("Nothing you can do here")).toBeVisible();
    await expect.element(page.getByRole("menuitem", { name: "Change…" })).not.toBeInTheDocument();
  });
});
