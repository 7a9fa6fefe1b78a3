import { roles, roleSlugs } from "@manilla/contract/roles";
import { describe, expect, it } from "vitest";
import type { Session } from "../../shared/session/session.ts";
import { destinationsOf, menuOf } from "./menu.ts";

const staff = roleSlugs.filter((slug) => roles[slug].account_type === "admin");
/** As much of a session as the menu reads. */
const sessionOf = (slug: (typeof roleSlugs)[number]): Session =>
  ({
    permissions: roles[slug].permissions,
    account_types: ["admin"],
    roles: [{ slug, name: roles[slug].name }],
    staff_account_type: null,
    configuration: {},
  }) as unknown as Session;

describe("the menu", () => {
  it("of a company has the specified entries with their addresses (G055 to G068)", () => {
    const session = { ...sessionOf("company_super_admin"), account_types: ["corporate" as const] };
    const shown = menuOf(session, "corporate").flatMap(({ items }) => items.map(({ label, path }) => [label, path]));
    const specified = {
      Dashboard: "dashboard",
      "All Staff": "staff",
      "New Staff": "staff/new",
      Admins: "admins",
      "Departments & Units": "groups",
      Wallet: "wallet",
      Cards: "cards",
      Statement: "statement",
      Beneficiaries: "beneficiaries",
      Transfers: "transfers",
      Permissions: "permissions",
      "Expense Policies": "expenses/policies",
      "Company Profile": "settings/profile/company",
      "Change Password": "settings/password",
    };
    for (const [label, path] of Object.entries(specified)) expect(shown).toContainEqual([label, `/corporate/${path}`]);
    const none = menuOf({ ...session, permissions: [] }, "corporate").flatMap(({ items }) => items.map((i) => i.label));
    expect(Object.keys(specified).filter((label) => none.includes(label))).toEqual(["Dashboard"]);
  });

  it.each(["personal", "business"] as const)(
    "shows %s customers expense requests as the specification says (G048)",
    (type) => {
      const session = { ...sessionOf("company_staff"), account_types: ["customer" as const], staff_account_type: type };
      const paths = menuOf(session, "customer").flatMap(({ items }) => items.map(({ path }) => path));
      expect(paths.includes("/customer/expenses/requests")).toBe(type === "business");
    },
  );

  it.each(staff)("leads %s to lists of documents only where they may see documents", (slug) => {
    const session = sessionOf(slug);
    const addresses = destinationsOf(session, "admin").map(({ path }) => path);
    const open = [
      "/admin/doc-processor",
      "/admin/new-docs",
      "/admin/rejected-docs",
      "/admin/doc-processor/loan",
    ].filter((path) => addresses.includes(path));
    expect(open).toHaveLength(session.permissions.includes("provider:can_view_user_documents") ? 4 : 0);
  });

  it("has no Doc Processor for business, who may see no documents, and has it for risk", () => {
    const labels = (slug: "super_business" | "super_risk"): string[] =>
      menuOf(sessionOf(slug), "admin").flatMap(({ items }) => items.map(({ label }) => label));
    expect(labels("super_business")).not.toContain("Doc Processor");
    expect(labels("super_risk")).toContain("Doc Processor");
  });
});
