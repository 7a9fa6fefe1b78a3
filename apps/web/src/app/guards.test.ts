import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AccountType } from "@manilla/contract/accounts";
import { describe, expect, it } from "vitest";
import { decide, guardOrder, OPEN_ON_APP_HOST, type Visit } from "./guards.ts";
import { disbursementRooms, virtualCardRooms } from "@manilla/contract/permissions";
import { type RoleSlug, roles } from "@manilla/contract/roles";
import { headOfSection, heads, places, worksIn } from "./navigation.ts";
import { destinationsOf, menuOf } from "./shell/menu.ts";
import { menuEntryOf, most, sections, type Screen } from "../shared/screens.ts";
import { addressesOf } from "./addresses.ts";
import { openScreens } from "./open-screens.gen.ts";
import { screens } from "./screens.gen.ts";

const allWell = {
  password_changed: true,
  profile_updated: true,
  profile_approved: true,
  company_profile_updated: true,
  company_subscribed: true,
};
const screen = (changes: Partial<Screen> = {}): Visit["screen"] => ({
  path: "/{accountType}/audit",
  audience: ["admin"],
  can: ["provider:can_view_audit"],
  guards: most,
  ...changes,
});
const session = (changes: Partial<NonNullable<Visit["session"]>> = {}): Visit["session"] => ({
  guards: allWell,
  permissions: ["provider:can_view_audit"],
  account_types: ["admin"],
  roles: [],
  ...changes,
});
const visit = (changes: Partial<Visit> = {}): Visit => ({
  screen: screen(),
  type: "admin",
  from: "/admin/audit?page=2",
  session: session(),
  allowedHere: undefined,
  exists: () => true,
  ...changes,
});

describe("screens that need no session", () => {
  it("are all paths that the router knows from the start", () => {
    const open = screens
      .filter(({ audience }) => audience === "public" || audience === "guest")
      .map(({ path }) => path);
    expect(openScreens.map(({ path }) => path)).toEqual(expect.arrayContaining(open));
  });
});

describe("guards", () => {
  it("run in the specified order", () => {
    expect(guardOrder.map(([name]) => name)).toEqual([
      "download",
      "auth",
      "password_changed",
      "profile_updated",
      "profile_approved",
      "company_profile_updated",
      "company_subscribed",
      "account_type",
      "permissions",
    ]);
  });
  it("let a person in for whom everything holds", () => expect(decide(visit())).toBeUndefined());
  it("send guests to login with the way back", () =>
    expect(decide(visit({ session: null }))).toBe("/login?redirect=%2Fadmin%2Faudit%3Fpage%3D2"));
  it("send a signed-in person away from guest pages, and nobody from public ones", () => {
    expect(decide(visit({ screen: screen({ audience: "guest", can: "*", guards: [] }), type: undefined }))).toBe("/");
    expect(
      decide(visit({ screen: screen({ audience: "public", can: "*", guards: [] }), type: undefined, session: null })),
    ).toBeUndefined();
  });
  it.each([
    ["password_changed", "/password/update"],
    ["profile_updated", "/customer/settings/profile"],
    ["profile_approved", "/customer/approval"],
    ["company_profile_updated", "/onboarding"],
    ["company_subscribed", "/customer/subscription"],
  ] as const)("without %s lead to %s, unless that door is not there", (name, target) => {
    const given = visit({
      type: "customer",
      screen: screen({ audience: ["customer"], can: "*" }),
      session: session({ account_types: ["customer"], guards: { ...allWell, [name]: false } }),
    });
    expect(decide(given)).toBe(target);
    expect(decide({ ...given, exists: () => false })).toBeUndefined();
    expect(decide({ ...given, screen: { ...given.screen, guards: [] } })).toBeUndefined();
  });
  it("ask for the password before everything else that is missing", () => {
    const nothing = {
      password_changed: false,
      profile_updated: false,
      profile_approved: false,
      company_profile_updated: false,
      company_subscribed: false,
    };
    expect(decide(visit({ session: session({ guards: nothing, permissions: [], account_types: [] }) }))).toBe(
      "/password/update",
    );
  });
  it("let a declined person with an unfinished profile appeal, and nobody else past the profile", () => {
    const at = (guards: Partial<typeof allWell>, from = "/customer/approval"): string | undefined =>
      decide(
        visit({
          type: "customer",
          from,
          screen: screen({ audience: ["customer"], can: "*", guards: ["password_changed", "profile_updated"] }),
          session: session({ account_types: ["customer"], guards: { ...allWell, profile_updated: false, ...guards } }),
        }),
      );
    expect(at({ profile_approved: false })).toBeUndefined();
    expect(at({})).toBe("/customer/settings/profile");
    expect(at({ profile_approved: false }, "/customer/loans")).toBe("/customer/settings/profile");
  });
  it("show 404 under a foreign account type, and the root without the permission", () => {
    expect(decide(visit({ session: session({ account_types: ["customer"] }) }))).toBe("/404");
    expect(decide(visit({ session: session({ permissions: [] }) }))).toBe("/");
    expect(decide(visit({ session: session({ permissions: [] }), screen: screen({ can: "*" }) }))).toBeUndefined();
  });
  it("show 404 where a page of another account type has the name that a record would have (A11)", () => {
    const written = new Set(screens.map(({ path }) => path));
    const at = (from: string, path: string) =>
      decide(
        visit({
          type: "corporate",
          from,
          screen: screen({ path, audience: ["corporate"], can: "*" }),
          session: session({ account_types: ["corporate"] }),
          exists: (each) => written.has(each),
        }),
      );
    const employee = "/{accountType}/users/{staffId}";
    for (const name of ["paid", "new", "assigned-to-me", "bank-statements"])
      expect(at(`/corporate/users/${name}`, employee)).toBe("/404");
    expect(at("/corporate/users/paid/?page=2", employee)).toBe("/404");
    expect(at("/corporate/users/019a0000-0000-7000-8000-000000000000", employee)).toBeUndefined();
    expect(at("/corporate/cards/settlements", "/{accountType}/cards/{id}")).toBe("/404");
    expect(at("/corporate/staff/new", "/{accountType}/staff/new"), "a page of one's own").toBeUndefined();
  });
  it("on the app's host send everything else to download, and never in a circle", () => {
    expect(decide(visit({ allowedHere: OPEN_ON_APP_HOST }))).toBe("/download");
    expect(
      decide(
        visit({
          allowedHere: OPEN_ON_APP_HOST,
          from: "/download",
          screen: screen({ audience: "public", can: "*", guards: [] }),
          type: undefined,
          session: null,
        }),
      ),
    ).toBeUndefined();
    // Who is shown a receipt, or needs help, has no account to sign in with.
    for (const from of ["/help", "/borrow", "/receipts/r-1"]) {
      const open = screen({ audience: "public", can: "*", guards: [] });
      expect(
        decide(visit({ allowedHere: OPEN_ON_APP_HOST, from, screen: open, type: undefined, session: null })),
      ).toBeUndefined();
    }
    expect(decide(visit({ allowedHere: OPEN_ON_APP_HOST, from: "/loginx", type: undefined, session: null }))).toBe(
      "/download",
    );
  });
});

/** Rows of the design of the navigation (navigation.tsv) by account type. */
const designed = readFileSync(join(import.meta.dirname, "../../../../test/unit/navigation.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .flatMap((line) => {
    const [id = "", path = "", audience = "", head = "", shown = ""] = line.split("\t");
    const types = audience.split(" | ");
    // One value for all account types, or one for each.
    const of = (cell: string, place: number): string => cell.split(" | ").at(cell.includes(" | ") ? place : 0) ?? "";
    return types.map((type, place) => ({
      id,
      type: type as AccountType,
      path: path.replace("{accountType}", type).replace(/\{(\w+\??)\}/g, ":$1"),
      head: of(head, place),
      shown: of(shown, place),
    }));
  });
const builtFor = (type: AccountType): ReadonlySet<string> =>
  new Set(screens.flatMap((row) => addressesOf(row).flatMap((each) => (each.type === type ? each.path : []))));
const built = { admin: builtFor("admin"), corporate: builtFor("corporate"), customer: builtFor("customer") };
/** Screens of the design that have another address. */
const builtElsewhere: Readonly<Record<string, string>> = { N07: "/cards/disputes" };
/** Where the menu differs from the design, and why. */
const otherwise: Readonly<Record<string, string>> = {
  "R144 admin":
    "An entry, not a tab of Transactions: it has tabs of its own, and bills of unknown outcome are counted.",
};
/** Screens that are in no menu and in no palette, and why. */
const noPlace: Readonly<Record<string, string>> = {
  "/corporate/approval": "Where a guard leads who waits to be admitted.",
  "/customer/approval": "Where a guard leads who waits or was declined.",
  "/admin/underwriters-statistics/decisions": "The decisions of one officer, opened from the figures.",
};

describe("the table of screens", () => {
  it.each([
    ["R022", ["provider:can_update_system_configuration", "provider:can_edit_bypass"]],
    ["R028", ["provider:can_view_communication_templates", "provider:can_create_communication_templates"]],
    ["R045", ["company:can_view_staff_profile", "provider:can_view_staff_profile"]],
    [
      "R110",
      [
        "company:can_view_loan_disbursements",
        "personal:can_view_loan_disbursements",
        "provider:can_view_loan_disbursements",
        "provider:can_disburse_loans",
        "provider:can_undisburse_loans",
      ],
    ],
    ["R108", ["company:can_apply_for_credit", "personal:can_apply_for_credit"]],
    ...["R109", "R111", "R112", "R114"].map((spec): [string, string[]] => [spec, [...disbursementRooms]]),
    ...["R129", "R133", "R134", "R135", "R136"].map((spec): [string, string[]] => [spec, [...virtualCardRooms]]),
    ["R121", ["company:can_view_loans", "provider:can_view_loans"]],
    // A89: a list opens to who views, changes or ends what is in it; a page that makes one, and one record's page, have their own.
    [
      "R029",
      [
        ...["can_view_statements", "can_pay_statements"].flatMap((name) => [`company:${name}`, `personal:${name}`]),
        "provider:can_view_statements",
        "provider:can_delete_statements",
      ],
    ],
    ["R037", ["provider:can_view_companies", "provider:can_update_companies"]],
    ["R038", ["view", "approve", "decline"].map((act) => `provider:can_${act}_company_requests`)],
    ["R040", ["provider:can_create_companies"]],
    ["R049", ["view", "update", "delete"].map((act) => `company:can_${act}_departments`)],
    ["R050", ["company:can_create_departments"]],
    ...[
      ["R043", "staff"],
      ["R047", "admins"],
    ].map(([spec = "", of]): [string, string[]] => [
      spec,
      ["provider", "company"].flatMap((scope) =>
        ["view", "update", "delete"].map((act) => `${scope}:can_${act}_${of}`),
      ),
    ]),
    ["R139", ["provider:can_view_bank_accounts", "provider:can_verify_bank_accounts"]],
    ["R100", "*"],
    ["R101", "*"],
    ["R102", "*"],
    ["R103", "*"],
  ])("opens %s with the permissions that the specification names, and with no other", (spec, can) => {
    const named = screens.filter((row) => row.spec === spec).map((row) => row.can);
    expect(named.includes("*") ? "*" : named.flat().toSorted()).toEqual(typeof can === "string" ? can : can.toSorted());
  });
  it("shows a customer where to borrow, then the loan repayments before the loan history, as the specified sidebar does", () => {
    const labels = screens
      .flatMap((row) => menuEntryOf(row, "customer") ?? [])
      .filter(({ section }) => section === "Loans")
      .toSorted((a, b) => a.order - b.order)
      .map(({ label }) => label);
    expect(labels.slice(0, 3)).toEqual(["Borrow", "Loan Repayments", "Loan History"]);
  });
  it("gives every address to one screen only", () => {
    const all = screens.flatMap((row) => addressesOf(row).map(({ path }) => path));
    expect(new Set(all).size).toBe(all.length);
  });
  it("places screens in the menu that exist, under heads that exist, each once", () => {
    for (const type of ["admin", "corporate", "customer"] as const) {
      const existing = screens.flatMap((row) => addressesOf(row).map(({ path }) => path));
      for (const [path, head] of places[type]) {
        expect(existing).toContain(`/${type}${path}`);
        expect(heads[type]).toContain(head);
      }
      expect(new Set(places[type].map(([path]) => path)).size).toBe(places[type].length);
      for (const section of sections[type]) expect(heads[type]).toContain(headOfSection[type][section] ?? section);
    }
  });
  it("places screens where the design of the navigation does, and each that has no record of its own somewhere", () => {
    const placeOf = (type: AccountType, path: string) => places[type].find(([at]) => `/${type}${at}` === path);
    const misplaced = designed.flatMap(({ id, type, path, head, shown }) => {
      const at = builtElsewhere[id] ? `/${type}${builtElsewhere[id]}` : path;
      if (shown === "none" || !built[type].has(at) || /\/:/.test(at)) return [];
      const [, here = "", order = 0, , tabOf] = placeOf(type, at) ?? [];
      const isLike = shown.startsWith("palette")
        ? order === 0
        : shown === "menu"
          ? order > 0 && !tabOf
          : // A tab of a record's page is reached from it, and may be in the menu too.
            tabOf !== undefined || /^tab of [a-z]/.test(shown);
      return here === head && isLike ? [] : [`${id} ${type}`];
    });
    expect(misplaced).toEqual(Object.keys(otherwise));
    const unplaced = (["admin", "corporate", "customer"] as const).flatMap((type) =>
      [...built[type]].filter((path) => !path.includes("/:") && !placeOf(type, path) && !(path in noPlace)),
    );
    expect(unplaced).toEqual([]);
  });
  it("shows queues to those who work in them, and to others in the palette alone", () => {
    // The menu reads permissions and roles of a session, which is all that a visit has.
    const of = (slug: RoleSlug) =>
      session({ permissions: [...roles[slug].permissions] }) as unknown as Parameters<typeof menuOf>[0];
    const entries = (slug: RoleSlug) =>
      menuOf(of(slug), "admin").flatMap(({ items }) => items.map(({ label }) => label));
    const queues = ["Process Users", "Assigned Users", "Doc Processor", "Limit Increase Requests", "Appeal Requests"];
    for (const entry of Object.keys(worksIn)) expect(entries("super_admin")).toContain(entry);
    expect(entries("super_risk")).toEqual(expect.arrayContaining([...queues, "Assigned to me"]));
    expect(entries("super_operations").filter((entry) => queues.includes(entry))).toEqual(["Doc Processor"]);
    for (const slug of ["super_support", "super_sales_agent", "super_business", "super_finance"] as const) {
      expect(entries(slug).filter((entry) => queues.includes(entry))).toEqual([]);
      expect(entries(slug).includes("Assigned to me")).toBe(slug === "super_support" || slug === "super_sales_agent");
    }
    expect(destinationsOf(of("super_support"), "admin").map(({ label }) => label)).toContain("Process Users");
  });
  it("puts menu entries only into specified sections, in an order without ties", () => {
    for (const type of ["admin", "corporate", "customer"] as const) {
      const entries = screens.flatMap((row) => menuEntryOf(row, type) ?? []);
      for (const entry of entries) expect(sections[type]).toContain(entry.section);
      const places = entries.map((entry) => `${entry.section} ${entry.order}`);
      expect(new Set(places).size).toBe(places.length);
      const keys = entries.flatMap((entry) => entry.key ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
    expect(sections.admin).toHaveLength(17);
  });
  it("makes each of a screen's addresses from its path", () => {
    expect(
      addressesOf({
        ...screens[0],
        path: "/{accountType}/loans/{id}/{part?}",
        audience: ["admin", "customer"],
      } as Screen),
    ).toEqual([
      { path: "/admin/loans/:id/:part?", type: "admin" },
      { path: "/customer/loans/:id/:part?", type: "customer" },
    ]);
  });
  it("asks no person's profile of who works with beneficiaries (A15)", () => {
    const guardsOf = (spec: string) => screens.filter((row) => row.spec === spec).map(({ guards }) => [...guards]);
    const withoutProfile = ["auth", "password_changed", "company_profile_updated", "company_subscribed"];
    for (const spec of ["R051", "R052"]) expect(guardsOf(spec)).toEqual([withoutProfile]);
  });
  it("names guards in the specified order on every row", () => {
    for (const row of screens) expect([...row.guards]).toEqual(most.filter((guard) => row.guards.includes(guard)));
  });
});
