import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ChartSample } from "../../apps/web/src/features/platform/design/chart-sample.tsx";
import { Chart } from "../../apps/web/src/shared/figures/chart.tsx";
import { Compared, daysBefore } from "../../apps/web/src/shared/figures/compared.tsx";
import { periodOf } from "../../apps/web/src/shared/figures/chart-values.ts";
import LeadsScreen from "../../apps/web/src/features/people/people/statistics/leads-screen.tsx";
import { data, expectToLookWell, show } from "./stage.tsx";

const chart = () => page.getByRole("slider", { name: /Due and repaid by month/ });

it("a chart is one tab stop, whose arrow keys read one month after the other, and what is not yet due as such", async () => {
  await show(<ChartSample />);
  await expect.element(chart()).toBeVisible();
  await expectToLookWell();
  (chart().element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(chart()).toHaveAttribute("aria-valuetext", "Sep 26: Repaid ₦410,000.00, Due ₦425,000.00");
  await userEvent.keyboard("{End}");
  await expect.element(chart()).toHaveAttribute("aria-valuetext", "Jan 27, not yet due: Repaid ₦0.00, Due ₦480,000.00");
  await userEvent.keyboard("{ArrowLeft}{Escape}");
  await expect.element(chart()).toHaveAttribute("aria-valuetext", "5 columns");
});

it("what is read beside a column stays on a phone, whichever column it is", async () => {
  await show(<ChartSample />);
  await page.viewport(390, 844);
  await expect.element(chart()).toBeVisible();
  const columns = () => chart().element().querySelectorAll("svg rect[height][x]");
  await expect.poll(() => columns().length).toBeGreaterThan(5);
  (chart().element() as HTMLElement).focus();
  const seen = new Set<string | null>();
  for (let column = 0; column < 5; column += 1) {
    await userEvent.keyboard("{ArrowRight}");
    seen.add(chart().element().getAttribute("aria-valuetext"));
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth - clientWidth, `${column}`).toBe(0);
  }
  expect(seen.size).toBe(5);
});

it("a pointer that only rests where columns are drawn takes nothing from the keys", async () => {
  const screen = await show(<ChartSample />);
  const reach = () => chart().element().querySelectorAll<SVGRectElement>("rect:not([height=''])[y='0']");
  await expect.poll(() => reach().length).toBe(5);
  await userEvent.hover(reach()[2]!);
  await expect.element(chart()).toHaveAttribute("aria-valuetext", expect.stringMatching(/^Nov 26/));
  await screen.unmount();
  await show(<ChartSample />);
  await expect.poll(() => reach().length).toBe(5);
  (chart().element() as HTMLElement).focus();
  const months = ["Sep 26", "Oct 26", "Nov 26", "Dec 26", "Jan 27"];
  for (const month of months) {
    await userEvent.keyboard("{ArrowRight}");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect.element(chart()).toHaveAttribute("aria-valuetext", expect.stringMatching(`^${month}`));
  }
});

it("a column opens the list of its month, by a press, by Enter, and from the table", async () => {
  const opens = (month: string): string => periodOf("/list", "due_on", month);
  const rows = [
    { key: "2026-02", name: "Feb 26", values: [100_000] },
    { key: "2026-03", name: "Mar 26", values: [200_000] },
  ];
  const drawn = <Chart label="Due by month" series={["Due"]} rows={rows} opens={opens} />;
  const { router } = await show(drawn, { route: { path: "/:page", address: "/home" } });
  const slider = page.getByRole("slider", { name: /Enter opens its list/ });
  await expect.element(slider).toBeVisible();
  (slider.element() as HTMLElement).focus();
  // The pointer of the test before may be over a column.
  await userEvent.keyboard("{Escape}{Enter}");
  expect(router.state.location.pathname, "nothing is chosen yet").toBe("/home");
  await userEvent.keyboard("{ArrowRight}{Enter}");
  const february = "?rangeKey=due_on&rangeStart=2026-02-01&rangeEnd=2026-02-28";
  await expect.poll(() => router.state.location.search).toBe(february);
  const reach = () => slider.element().querySelectorAll<SVGRectElement>("rect[style*=pointer]");
  await expect.poll(() => reach().length).toBe(2);
  await userEvent.click(reach()[1]!);
  await expect.poll(() => router.state.location.search).toContain("rangeEnd=2026-03-31");
  await page.getByText("The figures as a table").click();
  await expect.element(page.getByRole("link", { name: "Feb 26" })).toHaveAttribute("href", `/list${february}`);
  expect(opens("2026-11-23")).toBe("/list?rangeKey=due_on&rangeStart=2026-11-23&rangeEnd=2026-11-23");
});

it("a chart has an axis from zero, hatches the months to come, and has its figures as a table", async () => {
  await show(<ChartSample />);
  await expect.element(chart()).toBeVisible();
  // It is drawn when its width is known.
  const all = (what: string) => [...chart().element().querySelectorAll(`svg ${what}`)];
  await expect.poll(() => all("text").map(({ textContent }) => textContent)).toContain("₦0");
  const fills = all("g[data-active] > rect[stroke]");
  expect(fills.map((each) => each.getAttribute("fill")).every((fill) => fill?.startsWith("url(#"))).toBe(true);
  expect(fills).toHaveLength(1);
  await page.getByText("The figures as a table").click();
  await expect.element(page.getByRole("cell", { name: "₦585,000.00" })).toBeVisible();
});

/** Where the columns of a screen's chart lead, from its table. */
async function columnsOpen(screen: ReactNode, answer: object, permissions: string[]): Promise<(string | null)[]> {
  await show(screen, {
    server: () => data(answer),
    permissions: permissions as never,
    route: { path: "/sample", address: "/sample?rangeStart=2026-09-01&rangeEnd=2026-11-22&source=radio" },
  });
  await page.getByText("The figures as a table").click();
  const links = page.getByRole("figure").getByRole("link");
  await expect.element(links.first()).toBeVisible();
  return links.elements().map((link) => link.getAttribute("href"));
}
const counted = { counted_at: "2026-11-22T09:00:00.000Z", from: "2026-09-01", to: "2026-11-22" };
const leads = {
  ...counted,
  registered: 3,
  funnel: [],
  by_source: [],
  by_day: [
    { day: "2026-11-10", registered: 2, complete: 1 },
    { day: "2026-11-20", registered: 1, complete: 1 },
  ],
  open: { fresh: 0, cold: 0, dump: 0 },
};

it("the columns of leads open who registered in their days, from the same source", async () => {
  expect(await columnsOpen(<LeadsScreen />, leads, [])).toEqual([
    "/admin/users?f.registration_source=radio&rangeKey=created_at&rangeStart=2026-11-10&rangeEnd=2026-11-15",
    "/admin/users?f.registration_source=radio&rangeKey=created_at&rangeStart=2026-11-16&rangeEnd=2026-11-21",
  ]);
});

it("a sum says in words how it compares with the period before, and nothing where there was nothing", async () => {
  const sums = [
    [112, 100],
    [88, 100],
    [100, 100],
    [4151, 100],
    [5, 0],
  ];
  await show(
    sums.map(([now = 0, before = 0]) => <Compared key={now} now={now} before={before} than="the week before" />),
  );
  await expect.element(page.getByRole("main")).toBeVisible();
  const words = [...page.getByRole("main").element().children].map(({ textContent }) => textContent);
  expect(words).toEqual([
    "12% more than the week before",
    "12% less than the week before",
    "As much as the week before",
    "42 times as much as the week before",
  ]);
});

it("a period is set beside as many days before it, one day beside the day before", () => {
  expect(daysBefore("2026-12-01", "2026-12-01")).toBe("the day before");
  expect(daysBefore("2026-11-01", "2026-11-30")).toBe("the 30 days before");
});
