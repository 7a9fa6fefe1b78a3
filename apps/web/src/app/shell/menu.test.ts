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
