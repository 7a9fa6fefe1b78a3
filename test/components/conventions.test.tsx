/** Conventions of design/experience.md that no other test asserts; docs/experience.md names the test of each. */
import { type ReactNode, useState } from "react";
import { roles } from "@manilla/contract/roles";
import { useLocation } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import font from "../../apps/web/src/app/inter.woff2?url";
import { Sidebar } from "../../apps/web/src/app/shell/sidebar.tsx";
import Palette from "../../apps/web/src/app/shell/palette.tsx";
import { useShortcuts } from "../../apps/web/src/app/shell/shortcuts.ts";
import OpenHelpScreen from "../../apps/web/src/features/people/complaints/open-help-screen.tsx";
import { type Work, WorkBar } from "../../apps/web/src/shared/actions/work.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { column, columns } from "../../apps/web/src/shared/list/columns.tsx";
import { ExportDock } from "../../apps/web/src/shared/list/exports.tsx";
import { ListPage, type RowOf } from "../../apps/web/src/shared/list/list-page.tsx";
import { useSession } from "../../apps/web/src/shared/session/session.ts";
import { Copyable } from "../../apps/web/src/shared/ui/kit.tsx";
import { Announcer } from "../../apps/web/src/shared/ui/toasts.tsx";
import { type Reply, data, pageOf, requests, show } from "./stage.tsx";

const call = calls.approvals.listAll;
const BOOKS = "/admin/books/loan/1";
const shown = columns<RowOf<typeof call>>([
  column("title", { card: "title" }),
  column("amount_kobo", { opens: () => BOOKS }),
  column("status", { badge: "approval" }),
]);
const rows = [1, 2, 3].map((number) => ({
  id: `01a2041b-0000-7000-8000-00000000000${number}`,
  title: `Disburse loan ${number}`,
  amount_kobo: 25_000_000 + number,
  status: "pending",
}));
const list = (reply: (query: URLSearchParams) => Reply = () => pageOf(rows), beside?: ReactNode) =>
  show(
    <>
      <ListPage call={call} columns={shown} href={({ id }) => `/admin/approvals/${id}`} />
      {beside}
    </>,
    {
      permissions: [...call.can, "provider:can_export_lists"] as never,
      server: ({ path, query }) => (path === call.path ? reply(query) : data({ views: [], items: [], groups: [] })),
    },
  );
const firstRow = () => document.querySelector<HTMLElement>("tbody tr")!;

describe("a table", () => {
  it("has the columns and the row height that a person chose, and keeps both", async () => {
    await list();
    const layout = page.getByRole("button", { name: "Layout: columns and density", exact: true });
    await expect.element(layout).toMatchTextContent("Layout");
    await expect.element(layout).toHaveAttribute("title", "Columns and density");
    await layout.click();
    await expect.element(page.getByRole("dialog", { name: "Columns and density" })).toBeVisible();
    const heights: number[] = [];
    for (const name of ["Compact", "Regular", "Relaxed"]) {
      await page.getByRole("button", { name, exact: true }).click();
      heights.push(Math.round(firstRow().getBoundingClientRect().height));
    }
    expect(heights).toEqual([28, 36, 48]);
    await page.getByRole("checkbox", { name: "Amount" }).click();
    await expect.element(page.getByRole("columnheader", { name: "Amount" })).not.toBeInTheDocument();
    await expect
      .poll(() => requests.findLast(({ method }) => method === "PUT")?.body["memory"])
      .toMatchObject({ hidden: ["amount_kobo"] });
    expect(Object.values(localStorage)).toContain('"relaxed"');
  });

  it("keeps its rows, dimmed, while others are coming", async () => {
    await list((query) => (query.get("sortColumn") === "amount_kobo" ? "silence" : pageOf(rows)));
    await expect.element(page.getByRole("row", { name: /Disburse loan 1/ })).toBeVisible();
    await page.getByRole("columnheader", { name: "Amount" }).getByRole("button").first().click();
    await expect
      .poll(() => Number(getComputedStyle(firstRow().closest("[data-dimmed=true]") ?? document.body).opacity))
      .toBeLessThan(0.9);
    await expect.element(page.getByRole("row", { name: /Disburse loan 1/ })).toBeVisible();
    expect(document.querySelectorAll("[class*=skeleton i]")).toHaveLength(0);
  });

  it("has rows that are links, and figures that look like figures until they are pointed at", async () => {
    await list();
    const row = page.getByRole("row", { name: /Disburse loan 1/ });
    await expect
      .element(row.getByRole("link", { name: "Disburse loan 1" }))
      .toHaveAttribute("href", `/admin/approvals/${rows[0]?.id}`);
    const figure = document.querySelector<HTMLElement>(`a[href="${BOOKS}"]`)!;
    const look = () => getComputedStyle(figure);
    expect([look().textDecorationLine, look().color]).toEqual(["none", getComputedStyle(figure.closest("td")!).color]);
    expect(look().fontVariantNumeric).toContain("tabular-nums");
    await row.getByRole("link", { name: "₦250,000.01" }).hover();
    await expect.poll(() => look().textDecorationLine).toBe("underline");
  });

  it("is taken away as it is filtered, with progress on every screen, and can be given up", async () => {
    vi.stubGlobal(
      "EventSource",
      class extends EventTarget {
        close(): void {
          this.dispatchEvent(new Event("closed"));
        }
      },
    );
    let isReady = false;
    const file = (): Reply => (isReady ? data({}) : "silence");
    await list((query) => (query.get("exportType") ? file() : pageOf(rows)), <ExportDock />);
    await page.getByRole("searchbox").fill("loan");
    await expect.poll(() => requests.at(-1)?.query.get("search")).toBe("loan");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Text (csv)" }).click();
    await expect.element(page.getByRole("progressbar", { name: /^Export of/ })).toBeVisible();
    const asked = requests.findLast(({ query }) => query.get("exportType"));
    expect(asked?.query.get("search")).toBe("loan");
    await page.getByRole("status").getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByText("Export cancelled.")).toBeVisible();
    isReady = true;
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Text (csv)" }).click();
    await expect.element(page.getByText(/^The export of Sample is ready: data\.csv/)).toBeVisible();
  });
});

it("an id is copied by one press, and that is said", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await show(
    <>
      <Copyable text="LN-261123-5EURF9" label="reference">
        LN-261123-5EURF9
      </Copyable>
      <Announcer />
    </>,
  );
  await page.getByRole("button", { name: "Copy reference" }).click();
  expect(written).toHaveBeenCalledWith("LN-261123-5EURF9");
  await expect.element(page.getByText("reference copied")).toBeInTheDocument();
});

function Keyboard(): ReactNode {
  const session = useSession();
  const [opened, setOpened] = useState<string>();
  useShortcuts(session, "admin", setOpened);
  return (
    <>
      <input data-page-search aria-label="Find" />
      {opened === "palette" && <Palette session={session} type="admin" onClose={() => setOpened(undefined)} />}
      <p>Opened: {opened ?? "nothing"}</p>
    </>
  );
}

const late = { id: "1", status: "past_due", abilities: {} };
const work: Work<typeof late> = {
  acts: () => [{ name: "call", act: () => ({ label: "Call the customer…", to: "/admin/contacts" }) }],
  next: () => ({ says: "Call next.", acts: ["call"] }),
};
const WorkOfPage = (): ReactNode => <WorkBar of={late} work={work} label="this loan" />;

describe("the keyboard", () => {
  const press = (beside?: ReactNode) =>
    show(
      <>
        <Keyboard />
        {beside}
      </>,
      {
        roles: ["super_finance"],
        permissions: ["provider:can_view_loans", "provider:can_view_loan_disbursements", "provider:can_disburse_loans"],
        route: { path: "/*", address: "/admin/dashboard" },
        server: ({ query }) =>
          data({
            groups: query.get("q")?.startsWith("0803")
              ? [{ noun: "People", items: [{ id: "1", label: "Nkechi Obi", detail: "0803", link: "/admin/users/1" }] }]
              : [],
          }),
      },
    );

  it("leads to the page's search, to screens by two letters, and to the list of all keys; not while typing", async () => {
    const { router } = await press();
    await userEvent.keyboard("/");
    expect(document.activeElement).toBe(document.querySelector("input"));
    await userEvent.keyboard("gb?");
    await expect.element(page.getByText("Opened: nothing")).toBeVisible();
    expect(document.querySelector("input")?.value).toBe("gb?");
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("?");
    await expect.element(page.getByText("Opened: shortcuts")).toBeVisible();
    await userEvent.keyboard("gb");
    await expect.poll(() => router.state.location.pathname).toBe("/admin/disbursement/personal/loans");
  });

  it("opens screens by their name or what people call them, people by a pasted phone, and what was opened last", async () => {
    const { router } = await press();
    await userEvent.keyboard("{Control>}k{/Control}");
    const search = page.getByRole("combobox", { name: "Search" });
    await search.fill("pay out");
    await expect.element(page.getByRole("option", { name: /Loan Disbursement/ })).toBeVisible();
    await search.fill("send money");
    await expect.element(page.getByRole("option", { name: "Pay out loans" })).toBeVisible();
    // Whose work it is not is not offered it.
    await search.fill("refund");
    await expect.element(page.getByText("Nothing found.")).toBeVisible();
    await search.fill("log out");
    await expect.element(page.getByRole("option", { name: "Log out" })).toBeVisible();
    await search.fill("08030000017");
    await expect.element(page.getByRole("option", { name: /Nkechi Obi/ })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => router.state.location.pathname).toBe("/admin/users/1");
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(page.getByRole("option", { name: /Nkechi Obi/ }).first()).toBeVisible();
    const groups = page.getByRole("listbox").element().textContent ?? "";
    expect(groups.indexOf("Recent")).toBe(0);
    for (const later of ["Pinned", "Screens"]) expect(groups.indexOf(later)).toBeGreaterThan(0);
    expect(groups.indexOf("On this page")).toBe(-1);
  });

  it("offers what can be done on the page that is open, and does it", async () => {
    const { router } = await press(<WorkOfPage />);
    await userEvent.keyboard("{Control>}k{/Control}");
    await page.getByRole("combobox", { name: "Search" }).fill("call the");
    await page.getByRole("option", { name: "Call the customer…" }).click();
    await expect.poll(() => router.state.location.pathname).toBe("/admin/contacts");
  });
});

function Menu(): ReactNode {
  return <Sidebar session={useSession()} type="admin" pathname={useLocation().pathname} />;
}

describe("the menu", () => {
  const menu = (address: string) =>
    show(<Menu />, {
      roles: ["super_finance"],
      permissions: roles.super_finance.permissions as never,
      route: { path: "/*", address },
    });
  const head = (name: string) => page.getByRole("button", { name, exact: true });
  const pinned = (): string =>
    [...document.querySelectorAll("nav section")].find((each) => each.textContent?.startsWith("Pinned"))?.textContent ??
    "";

  it("begins for each role as its work does; what is folded and pinned is kept", async () => {
    await menu("/admin/dashboard");
    await expect.element(head("Money")).toHaveAttribute("aria-expanded", "true");
    await expect.element(head("People")).toHaveAttribute("aria-expanded", "false");
    expect(pinned()).toContain("Loan Disbursement");
    await head("Money").click();
    await head("People").click();
    await page.getByRole("button", { name: "Pin Users" }).click();
    await page.getByRole("button", { name: "Pin Loan Disbursement" }).first().click();
    await cleanup();
    await menu("/admin/dashboard");
    await expect.element(head("Money")).toHaveAttribute("aria-expanded", "false");
    await expect.element(head("People")).toHaveAttribute("aria-expanded", "true");
    expect(pinned()).toContain("Users");
    expect(pinned()).not.toContain("Loan Disbursement");
  });

  it("marks one entry: for a record the list that one came from", async () => {
    const marked = () =>
      [...document.querySelectorAll("nav [aria-current=page]")].map(({ textContent }) => textContent);
    const { router } = await menu("/admin/repayments/defaulters");
    await expect.poll(marked).toEqual(["Loan Defaulters"]);
    await router.navigate("/admin/loans/01a2041b-0000-7000-8000-000000000001");
    await expect.poll(() => document.querySelectorAll("nav a").length).toBeGreaterThan(5);
    expect(marked()).toEqual(["Loan Defaulters"]);
    await router.navigate("/admin/loans");
    await expect.poll(marked).toEqual(["Loans"]);
    await router.navigate("/admin/loans/01a2041b-0000-7000-8000-000000000001");
    expect(marked()).toEqual(["Loans"]);
  });

  it("marks the head of a screen that only the palette has, and never the list that one came from", async () => {
    const { router } = await show(<Menu />, {
      roles: ["super_admin"],
      permissions: roles.super_admin.permissions as never,
      route: { path: "/*", address: "/admin/loans" },
    });
    await expect.poll(() => document.querySelectorAll("nav [aria-current=page]").length).toBe(1);
    await router.navigate("/admin/settings/password");
    await expect.poll(() => document.querySelectorAll("nav [aria-current=page]").length).toBe(0);
    await expect.element(head("Settings")).toHaveAttribute("aria-current", "true");
  });

  it("has the groups of a head under hairlines, and counts where this person's work waits", async () => {
    await show(<Menu />, {
      roles: ["super_finance"],
      permissions: roles.super_finance.permissions as never,
      route: { path: "/*", address: "/admin/dashboard" },
      server: ({ path, query }) => {
        if (path !== calls.savedViews.figures.path) return "silence";
        const of = JSON.parse(query.get("of") ?? "[]") as { list: string }[];
        const counts: Record<string, number> = {
          [calls.reconciliation.listAll.path]: 99,
          [calls.moneyEvents.listOpen.path]: 4,
        };
        return data({
          figures: of.map(({ list: at }) => ({ count: counts[at] ?? 0, is_more: counts[at] === 99, sum_kobo: null })),
        });
      },
    });
    await expect.element(page.getByRole("link", { name: "Reconciliation , 99+" }).last()).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Payments , 4" }).last()).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Refunds", exact: true })).toBeVisible();
    const books = page.getByRole("list", { name: "Books" });
    await expect.element(books.getByRole("link", { name: "Trial Balance" })).toBeVisible();
    expect(getComputedStyle(books.element()).borderTopStyle).toBe("solid");
    expect(requests.filter(({ path }) => path === calls.savedViews.figures.path)).toHaveLength(1);
  });
});

it("help knows who reads it: who is signed in complains there, others sign in or call", async () => {
  await show(<OpenHelpScreen />);
  await expect.element(page.getByRole("link", { name: "Complain here" })).toHaveAttribute("href", "/admin/help");
  expect(page.getByRole("link", { name: "Sign in" }).elements()).toEqual([]);
});

it("one typeface comes with the product: small, never blocking, with the naira sign", async () => {
  expect((await (await fetch(font)).arrayBuffer()).byteLength).toBeLessThan(40_000);
  const faces = [...document.fonts].filter(({ family }) => family.includes("Inter Manilla"));
  expect(faces.map(({ display }) => display)).toEqual(["swap"]);
  expect(await document.fonts.load('16px "Inter Manilla"', "₦")).toHaveLength(1);
});
