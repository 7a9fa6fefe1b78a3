/** The list page in each of its states: what it says, what it asks, and what can be done with the keyboard. */
import { type ReactNode, useRef } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { rowActionsOf } from "../../apps/web/src/shared/actions/actions.tsx";
import { column, columns } from "../../apps/web/src/shared/list/columns.tsx";
import { ListPage, type ListProps, type RowOf } from "../../apps/web/src/shared/list/list-page.tsx";
import type { RowActions } from "../../apps/web/src/shared/list/row-menu.tsx";
import { parseState, toQuery } from "../../apps/web/src/shared/list/url-state.ts";
import { queryClient } from "../../apps/web/src/shared/api/query-client.ts";
import { keyOf } from "../../apps/web/src/shared/api/use-call.ts";
import { useKeptScroll } from "../../apps/web/src/shared/ui/kept-scroll.ts";
import { type Reply, data, expectToLookWell, pageOf, phone, refusal, requests, show } from "./stage.tsx";

const call = calls.approvals.listAll;
const listColumns = columns<RowOf<typeof call>>([
  column("title", { card: "title" }),
  column("amount_kobo"),
  column("status", { badge: "approval", card: "badge" }),
  column("created_at"),
]);
const row = (number: number, more: object = {}) => ({
  id: `01a2041b-0000-7000-8000-${String(number).padStart(12, "0")}`,
  title: `Disburse loan ${number}`,
  amount_kobo: 25_000_000 + number,
  status: "pending",
  created_at: "2026-11-20T09:00:00.000Z",
  ...more,
});
const rows = [row(1), row(2), row(3)];

const list = (reply: Reply | ((query: URLSearchParams) => Reply), more: Partial<ListProps<typeof call>> = {}) =>
  show(<ListPage call={call} columns={listColumns} {...more} />, {
    permissions: call.can,
    server: ({ path, query }) =>
      path === call.path ? (typeof reply === "function" ? reply(query) : reply) : data({ views: [], items: [] }),
  });
const asked = () => requests.filter(({ path }) => path === call.path).map(({ query }) => query);

describe("a list", () => {
  it("shows its rows with the words and widths of the contract", async () => {
    await list(pageOf(rows));
    await expect.element(page.getByRole("row", { name: /Disburse loan 2/ })).toMatchTextContent(/₦250,000\.02/);
    await expect.element(page.getByRole("columnheader", { name: "Amount" })).toBeVisible();
    await expectToLookWell();
  });

  it("says that a total is an estimate, and asks again until it is counted", async () => {
    let is = "estimated";
    await list(() => pageOf(rows, is === "estimated" ? 18_312 : 18_300, 20, is));
    await expect.element(page.getByText("1–3 of about 18,312")).toBeVisible();
    is = "counted";
    await expect.element(page.getByText("1–3 of 18,300")).toBeVisible();
  });

  it("comes with views for each job, and shows all of a row by space", async () => {
    await list(pageOf(rows), {
      views: [{ name: "Mine", address: "f.maker_id={me}&sortColumn=amount_kobo&sortOrder=desc" }],
      columns: [...listColumns, column("kind", { isHidden: true, header: "What kind" })],
    });
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Mine" }).click();
    await expect.poll(() => asked().at(-1)?.get("sortColumn")).toBe("amount_kobo");
    expect(asked().at(-1)?.get("filter")).toMatch(/"maker_id":"01a2041b/);
    // Who looks is named as such: nobody knows an id by heart.
    await expect.element(page.getByText("me", { exact: true })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Mine" })).toHaveAttribute("aria-current", "page");
    (document.querySelector("tbody tr") as HTMLElement).focus();
    await userEvent.keyboard(" ");
    await expect.element(page.getByRole("dialog")).toMatchTextContent(/What kind/);
  });

  it("says how much is in each view, in one request, and a press filters it", async () => {
    const figures = [
      { count: 1_000, is_more: true, sum_kobo: null },
      { count: 3, is_more: false, sum_kobo: 75_000_000 },
    ];
    await show(
      <ListPage
        call={call}
        columns={listColumns}
        tiles="amount_kobo"
        views={[
          { name: "Pending", address: "f.status=pending" },
          { name: "Of a day", address: "rangeStart=2026-11-20" },
        ]}
      />,
      {
        permissions: call.can,
        server: ({ path }) => {
          if (path === calls.savedViews.figures.path) return data({ figures });
          return path === call.path ? pageOf(rows) : data({ views: [], items: [] });
        },
      },
    );
    const views = page.getByRole("navigation", { name: "Views" });
    await expect.element(views.getByRole("link", { name: /^All\s*1,000\+$/ })).toBeVisible();
    await views.getByRole("link", { name: /^Pending\s*3\s*₦750,000/ }).click();
    await expect.poll(() => asked().at(-1)?.get("filter")).toBe('{"status":["pending"]}');
    const [of, ...others] = requests.filter(({ path }) => path === calls.savedViews.figures.path);
    expect(others).toEqual([]);
    // A view that narrows by more than filters is not counted.
    expect(JSON.parse(of?.query.get("of") ?? "")).toEqual([
      { list: call.path, filter: "{}", sum: "amount_kobo" },
      { list: call.path, filter: '{"status":["pending"]}', sum: "amount_kobo" },
    ]);
    await expectToLookWell();
  });

  it("shows no row of another view before the one that it opens with: nobody presses what moves away", async () => {
    // The rows of the plain address are there already, as those are that the page asked for with its scripts.
    const query = toQuery(parseState(new URLSearchParams(), call.list), call.list, undefined);
    const { body } = pageOf([row(2), row(1)]) as { body: { datatable: object } };
    queryClient.setQueryData(keyOf(call, { query } as never), body.datatable);
    const seen: string[] = [];
    const watch = new MutationObserver(() => seen.push(document.body.textContent ?? ""));
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await list(pageOf([row(1)]), { views: [{ name: "Pending", address: "f.status=pending", first: true }] });
    await expect.element(page.getByRole("row", { name: /Disburse loan 1/ })).toBeVisible();
    watch.disconnect();
    expect(seen.filter((text) => text.includes("Disburse loan 2"))).toEqual([]);
    expect(asked().map((each) => each.get("filter"))).toEqual(['{"status":["pending"]}']);
  });

  it("opens a shared view by a withheld column without it, where the person may not see the column", async () => {
    const { listAll } = calls.people;
    const address = "/sample?f.salary_kobo=31000000..&f.status=processing&sortColumn=salary_kobo";
    const shown = columns<RowOf<typeof listAll>>([column("last_name", { card: "title" }), column("salary_kobo")]);
    await show(<ListPage call={listAll} columns={shown} />, {
      permissions: ["provider:can_view_users"],
      server: ({ path }) =>
        path === listAll.path ? pageOf([{ id: row(1).id, last_name: "Obi" }]) : data({ views: [], items: [] }),
      route: { path: "/sample", address },
    });
    await expect.element(page.getByRole("row", { name: /Obi/ })).toBeVisible();
    await expect.element(page.getByRole("columnheader", { name: "Salary" })).not.toBeInTheDocument();
    const [query] = requests.filter(({ path }) => path === listAll.path).map((request) => request.query);
    expect([query?.get("filter"), query?.get("sortColumn")]).toEqual(['{"status":["processing"]}', "created_at"]);
  });

  it("keeps a row's dialog, and what is typed in it, when a colleague takes the row out of the view", async () => {
    const { decline } = calls.approvals;
    const acts = rowActionsOf([decline]);
    const rowActions: RowActions<RowOf<typeof call>> = (one, menu) =>
      acts({ ...one, abilities: { decline: null } }, menu);
    let items = rows;
    await show(<ListPage call={call} columns={listColumns} rowActions={rowActions} />, {
      permissions: [...call.can, ...decline.can],
      server: ({ path }) => (path === call.path ? pageOf(items) : data({ views: [], items: [] })),
    });
    await page.getByRole("button", { name: "Actions for Disburse loan 3" }).click();
    await page.getByRole("menuitem", { name: "Decline" }).click();
    const reason = page.getByRole("dialog").getByRole("textbox");
    await reason.fill("The account is of somebody else.");
    items = rows.filter(({ id }) => id !== row(3).id);
    await queryClient.invalidateQueries();
    await expect.poll(() => document.querySelectorAll("tbody tr").length).toBe(2);
    await expect.element(reason).toHaveValue("The account is of somebody else.");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  it("offers nobody to narrow what is theirs alone by whose it is", async () => {
    const { listAll } = calls.moneyEvents;
    const chips = async (type: string) => {
      const before = location.href;
      history.replaceState(null, "", `/${type}/transactions`);
      await show(<ListPage call={listAll} columns={columns<RowOf<typeof listAll>>([column("counterparty")])} />, {
        permissions: listAll.can,
        server: ({ path }) => (path === listAll.path ? pageOf([{ id: row(1).id }]) : data({ views: [], items: [] })),
      });
      // What was shown before stays in the document.
      const shown = page.elementLocator([...document.querySelectorAll("main")].at(-1) as HTMLElement);
      await expect.element(shown.getByRole("button", { name: "In or out" }).first()).toBeVisible();
      const more = shown.getByRole("button", { name: /^\d+ more filters$/ });
      if (more.query()) await more.click();
      const last = Object.values(listAll.list.filters).at(-1)?.label ?? "";
      await expect.poll(() => shown.element().textContent).toContain(last);
      const offered = shown.element().textContent ?? "";
      history.replaceState(null, "", before);
      return ["Person", "Company"].filter((name) => offered.includes(name));
    };
    expect([await chips("admin"), await chips("corporate"), await chips("customer")]).toEqual([
      ["Person", "Company"],
      ["Person"],
      [],
    ]);
  });

  it("says that there is nothing yet, and what comes next", async () => {
    await list(pageOf([]), { empty: "Requests appear here when somebody asks." });
    await expect.element(page.getByText("Requests appear here when somebody asks.")).toBeVisible();
    await expectToLookWell();
  });

  it("shows that it is loading while the server is silent", async () => {
    await list("silence");
    await expect.element(page.getByRole("heading", { level: 1, name: "Sample" })).toBeVisible();
    await expect
      .poll(() => document.querySelectorAll("[class*=skeleton i], [aria-busy=true]").length)
      .toBeGreaterThan(0);
    await expectToLookWell();
  });

  it("says what failed, with the number of the request, and tries again when asked", async () => {
    let isMended = false;
    await list(() => (isMended ? pageOf(rows) : refusal(500, "")));
    await expect.element(page.getByText("0192f1c2")).toBeVisible();
    await expectToLookWell();
    isMended = true;
    await page.getByRole("button", { name: /again/i }).click();
    await expect.element(page.getByText("Disburse loan 1")).toBeVisible();
  });

  it("says that there is no network", async () => {
    await list("offline");
    await expect.element(page.getByText("Please check your internet connection.").first()).toBeVisible();
  });

  it("says that it is not for this person when the server refuses, and when the session knows it", async () => {
    await list(refusal(403, "You may not do this."));
    await expect.element(page.getByText("This list is not for you")).toBeVisible();
    await expectToLookWell();
  });

  it("asks nothing for a person without its permission", async () => {
    await show(<ListPage call={call} columns={listColumns} />, { permissions: [] });
    await expect.element(page.getByText("This list is not for you")).toBeVisible();
    expect(requests).toEqual([]);
  });

  it("keeps long names in their place, on a desktop and on a phone", async () => {
    const title = "Oluwaseun-Chukwuemeka Adekunle-Fashola ".repeat(6);
    await list(pageOf([row(1, { title }), row(2, { title: title.replaceAll(" ", "") })]));
    await expect.element(page.getByText(/Adekunle-Fashola/).first()).toBeInTheDocument();
    await expectToLookWell();
  });

  it("is cards on a phone", async () => {
    await page.viewport(...phone);
    await list(pageOf(rows));
    await expect.element(page.getByText("Disburse loan 1")).toBeVisible();
    await expect.element(page.getByRole("table")).not.toBeInTheDocument();
  });

  it("keeps room for its rows where the window is low, as at 200 %: the page scrolls instead", async () => {
    await page.viewport(720, 450);
    const many = Array.from({ length: 20 }, (_, number) => row(number + 1));
    // As the shell has it below its navbar.
    await show(
      <div style={{ height: 394, display: "flex", flexDirection: "column", overflowY: "auto" }}>
        <ListPage call={call} columns={listColumns} />
      </div>,
      {
        permissions: call.can,
        server: ({ path }) => (path === call.path ? pageOf(many) : data({ views: [], items: [] })),
      },
    );
    await expect.element(page.getByText("Disburse loan 1", { exact: true })).toBeVisible();
    const cards = [...document.querySelectorAll("ul")].find((one) => one.textContent.includes("Disburse loan 20"));
    expect(cards?.getBoundingClientRect().height).toBeGreaterThan(300);
  });

  it("writes a search into the address and asks for it, and clears it when nothing matches", async () => {
    const { router } = await list((query) => (query.get("search") ? pageOf([]) : pageOf(rows)));
    await page.getByRole("searchbox").fill("nobody");
    await expect.element(page.getByText("Nothing matches what you are looking for.")).toBeVisible();
    expect(router.state.location.search).toContain("search=nobody");
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await expect.element(page.getByRole("row", { name: /Disburse loan 1/ })).toBeVisible();
    expect(router.state.location.search).not.toContain("search");
  });

  it("says what it means that a view is empty, which is not the same as a search without a match", async () => {
    const views = [{ name: "Declined", address: "f.status=declined", empty: "Nothing was declined" }];
    await list((query) => (query.get("filter") || query.get("search") ? pageOf([]) : pageOf(rows)), { views });
    await page.getByRole("link", { name: "Declined" }).click();
    await expect.element(page.getByRole("heading", { name: "Nothing was declined" })).toBeVisible();
    await page.getByRole("searchbox").fill("nobody");
    await expect.element(page.getByText("Nothing matches what you are looking for.")).toBeVisible();
    await page.getByRole("link", { name: "Declined" }).click();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect.element(page.getByRole("row", { name: /Disburse loan 1/ })).toBeVisible();
  });

  it("says of a saved view that is empty which conditions it has, whose it is, and clears them", async () => {
    const address = "f.amount_kobo=50000000..&f.status=declined%2Cwithdrawn&rangeStart=2026-11-01";
    const view = {
      id: row(9).id,
      name: "Large refusals",
      address,
      is_shared: true,
      is_own: false,
      owner_name: "Bola Ade",
    };
    await show(<ListPage call={call} columns={listColumns} />, {
      permissions: call.can,
      route: { path: "/sample", address: `/sample?${address}` },
      server: ({ path, query }) =>
        path !== call.path
          ? data({ views: [view], roles: [], memory: null, default_view_id: null, may_set_defaults: false })
          : query.get("filter")
            ? pageOf([])
            : pageOf(rows),
    });
    await expect.element(page.getByRole("heading", { name: "Nothing is in “Large refusals” now" })).toBeVisible();
    await expect.element(page.getByText("The view of Bola Ade shows what meets all of this:")).toBeVisible();
    expect(document.querySelector("main p strong")?.textContent).toBe(
      "Status: Declined, Withdrawn · Amount: from ₦500,000.00 · Requested: from 01/11/2026",
    );
    await expectToLookWell();
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await expect.element(page.getByText("Disburse loan 1")).toBeVisible();
  });

  it("says each filter as a chip with its condition, clears one by one press, and takes dates by name or as dd/mm/yyyy", async () => {
    const { router } = await list((query) => pageOf(rows, query.get("filter") ? 3 : 345), {});
    await router.navigate("/sample?f.status=declined&f.amount_kobo=50000000..");
    await expect.element(page.getByRole("button", { name: "Status Declined" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Amount from ₦500,000.00" })).toBeVisible();
    await expect.element(page.getByText("1–3 of 3")).toBeVisible();
    await page.getByRole("button", { name: "Clear the filter Status" }).click();
    await expect.poll(() => router.state.location.search).toBe("?f.amount_kobo=50000000..");
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(() => router.state.location.search).toBe("");
    await expect.element(page.getByText("1–3 of 345")).toBeVisible();
    await page.getByRole("button", { name: "Date", exact: true }).click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await expect.poll(() => router.state.location.search).toBe("?rangePeriod=last_7_days");
    await page.getByRole("button", { name: "Requested Last 7 days" }).click();
    const from = page.getByRole("textbox", { name: "From" });
    await from.fill("05/01/2024");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => router.state.location.search).toContain("rangeStart=2024-01-05");
  });

  it("of people asks by case, employer and salary before anything else is opened, where one may see salaries", async () => {
    const { listAll } = calls.people;
    await show(<ListPage call={listAll} columns={columns<RowOf<typeof listAll>>([column("email")])} />, {
      permissions: [...listAll.can, "provider:can_view_salaries"],
      server: ({ path }) => (path === listAll.path ? pageOf([]) : data({ views: [], items: [] })),
    });
    for (const name of ["Case", "Employer", "Salary"])
      await expect.element(page.getByRole("button", { name, exact: true })).toBeVisible();
  });

  it("sorts by a heading, the other way when it is pressed again", async () => {
    const { router } = await list(pageOf(rows));
    // The address says what was pressed; the requests also what is fetched ahead under the pointer.
    const order = () => new URLSearchParams(router.state.location.search).get("sortOrder");
    const heading = page.getByRole("columnheader", { name: "Amount" }).getByRole("button").first();
    await heading.click();
    await expect.poll(() => asked().at(-1)?.get("sortColumn")).toBe("amount_kobo");
    await expect.poll(order).not.toBeNull();
    const first = order();
    await heading.click();
    await expect.poll(order).not.toBe(first);
    await expect.poll(() => new Set(asked().map((query) => query.get("sortOrder"))).size).toBe(2);
  });

  it("selects rows, and all that match when they are more than the page", async () => {
    await list(pageOf(rows, 345), { bulkActions: ({ count }) => <button type="button">Approve {count}</button> });
    await page.getByRole("checkbox").first().click();
    const bar = page.getByRole("region", { name: "Selected rows" });
    await expect.element(bar).toMatchTextContent(/3 selected/);
    await bar.getByRole("button", { name: "Select all 345 matching" }).click();
    await expect.element(bar.getByRole("button", { name: "Approve 345" })).toBeVisible();
    await expectToLookWell();
  });

  it("is walked with j and k, and a row opens with Enter", async () => {
    const { router } = await list(pageOf(rows), { href: ({ id }) => `/sample?open=${id}` });
    await expect.element(page.getByRole("row", { name: /Disburse loan 1/ })).toBeVisible();
    await userEvent.keyboard("jj");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => router.state.location.search).toContain(rows[1]?.id);
  });
});

/** @param props.height of the page, as it is now */
function Scrolled({ height = () => 1_000 }: { height?: () => number }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useKeptScroll(box, "box");
  return (
    <div ref={box} data-testid="box" style={{ height: 100, overflow: "auto" }}>
      <div style={{ height: height() }} />
    </div>
  );
}

describe("the place in a list", () => {
  it("is kept when a typed search replaces the address before a row is opened", async () => {
    const { router } = await show(<Scrolled />, { route: { path: "/:page", address: "/list" } });
    const top = (): number => document.querySelector("[data-testid=box]")!.scrollTop;
    document.querySelector("[data-testid=box]")!.scrollTop = 200;
    await expect.poll(() => sessionStorage.length).toBe(1);
    await router.navigate("/list?search=a", { replace: true });
    await expect.poll(() => sessionStorage.length).toBe(2);
    await router.navigate("/record");
    await expect.poll(top).toBe(0);
    await router.navigate(-1);
    await expect.poll(top).toBe(200);
  });

  it("is given up when somebody goes elsewhere while it cannot be reached: a press is not pulled away", async () => {
    let height = 1_000;
    const { router } = await show(<Scrolled height={() => height} />, { route: { path: "/:page", address: "/list" } });
    const box = (): Element => document.querySelector("[data-testid=box]")!;
    box().scrollTop = 800;
    await expect.poll(() => sessionStorage.length).toBe(1);
    await router.navigate("/record");
    await expect.poll(() => box().scrollTop).toBe(0);
    height = 500;
    await router.navigate(-1);
    await expect.poll(() => box().scrollTop).toBe(400);
    box().scrollTop = 0;
    const seen: number[] = [];
    for (let frame = 0; frame < 5; frame += 1)
      await new Promise<void>((resolve) => requestAnimationFrame(() => (seen.push(box().scrollTop), resolve())));
    expect(seen).toEqual([0, 0, 0, 0, 0]);
  });
});
