/** The bar at the foot of a phone: what each role has in it, and where it leads. */
import { type RoleSlug, roles } from "@manilla/contract/roles";
import type { AccountType } from "@manilla/contract/accounts";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { BottomBar } from "../../apps/web/src/app/shell/bottom-bar.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { useSession } from "../../apps/web/src/shared/session/session.ts";
import { data, expectToLookWell, phone, requests, show } from "./stage.tsx";

const opened = { menu: vi.fn<() => void>(), palette: vi.fn<() => void>() };

function Bar({ type, pathname, staff }: { type: AccountType; pathname: string; staff: "personal" | "business" }) {
  const session = useSession();
  return (
    <BottomBar
      session={{ ...session, staff_account_type: staff }}
      type={type}
      pathname={pathname}
      onMenu={opened.menu}
      onPalette={opened.palette}
    />
  );
}

const bar = page.getByRole("navigation", { name: "Most used" });
async function barOf(slug: RoleSlug, pathname: string, without: readonly string[] = []): Promise<void> {
  await cleanup();
  await page.viewport(...phone);
  const { account_type } = roles[slug];
  await show(<Bar type={account_type} pathname={pathname} staff={slug === "staff" ? "personal" : "business"} />, {
    roles: [slug],
    permissions: roles[slug].permissions.filter((permission) => !without.includes(permission)),
    account_types: [account_type],
    server: ({ path }) =>
      path === calls.approvals.waiting.path
        ? data({ to_decide: { count: 3 } })
        : path === calls.approvalChains.waiting.path
          ? data({ to_decide: 2 })
          : "silence",
  });
  await expect.element(bar).toBeVisible();
}
const entries = (): string[] =>
  [...bar.element().querySelectorAll("a, button")].map((entry) => entry.textContent.replace(/, \d+ to decide/, ""));

describe("the bar of a phone", () => {
  it.each([
    ["super_admin", ["Home", "Approvals", "Search", "More"]],
    ["super_finance", ["Home", "Approvals", "Search", "More"]],
    ["super_support", ["Home", "Users", "Loans", "Search", "More"]],
    ["super_sales_agent", ["Home", "Users", "Leads Statistics", "Search", "More"]],
    ["super_business", ["Home", "Companies", "Company Applications", "Search", "More"]],
    ["company_super_admin", ["Home", "Approvals", "Search", "More"]],
    ["company_finance_manager", ["Home", "Approvals", "Search", "More"]],
    ["company_audit", ["Home", "Statement", "Expenses", "Search", "More"]],
    ["company_staff", ["Home", "Requests", "Card", "Bills", "More"]],
    ["company_department_head", ["Home", "Approvals", "Search", "More"]],
    ["staff", ["Home", "Loans", "Pay", "Bills", "More"]],
  ] as const)("gives %s what they do most", async (slug, labels) => {
    await barOf(slug, `/${roles[slug].account_type}/dashboard`);
    expect(entries()).toEqual(labels);
  });

  it("leaves out what a person may not open", async () => {
    await barOf("company_staff", "/customer/dashboard", ["personal:can_view_cards"]);
    expect(entries()).toEqual(["Home", "Requests", "Bills", "More"]);
  });

  it("says how much waits for a decision, and marks where one is by the nearest address", async () => {
    await barOf("super_finance", "/admin/approvals/0192f1c2-0000-7000-8000-000000000001");
    const approvals = bar.getByRole("link", { name: /^Approvals ?, 3 to decide$/ });
    await expect.element(approvals).toHaveAttribute("aria-current", "page");
    await expect.element(approvals).toHaveAttribute("href", "/admin/approvals");
    await barOf("company_department_head", "/customer/dashboard");
    await expect.element(bar.getByRole("link", { name: /^Approvals ?, 2 to decide$/ })).toBeVisible();
    await barOf("super_business", "/admin/companies/requests");
    const current = [...bar.element().querySelectorAll("[aria-current]")].map((link) => link.textContent);
    expect(current).toEqual(["Company Applications"]);
    expect(requests.filter(({ path }) => path === calls.approvals.waiting.path)).toHaveLength(1);
    await barOf("staff", "/customer/credit-application");
    await expect.element(bar.getByRole("link", { name: "Loans" })).toHaveAttribute("aria-current", "page");
  });

  it("opens the menu and the search, and every target is large enough", async () => {
    await barOf("super_business", "/admin/dashboard");
    await bar.getByRole("button", { name: "More" }).click();
    expect(opened.menu).toHaveBeenCalledOnce();
    await bar.getByRole("button", { name: "Search" }).click();
    expect(opened.palette).toHaveBeenCalledOnce();
    for (const target of bar.element().querySelectorAll("a, button")) {
      const { width, height } = target.getBoundingClientRect();
      expect(Math.min(width, height), target.textContent).toBeGreaterThanOrEqual(44);
    }
    await expectToLookWell();
  });
});
