import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ChartSample } from "../../apps/web/src/features/platform/design/chart-sample.tsx";
import { expectToLookWell, show } from "./stage.tsx";

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

it("a chart has an axis from zero, hatches the months to come, and has its figures as a table", async () => {
  await show(<ChartSample />);
  await expect.element(chart()).toBeVisible();
  const svg = chart().element().querySelector("svg")!;
  await expect.poll(() => [...svg.querySelectorAll("text")].map(({ textContent }) => textContent)).toContain("₦0");
  const fills = [...svg.querySelectorAll("g[data-active] > rect[stroke]")];
  expect(fills.map((each) => each.getAttribute("fill")).every((fill) => fill?.startsWith("url(#"))).toBe(true);
  expect(fills).toHaveLength(1);
  await page.getByText("The figures as a table").click();
  await expect.element(page.getByRole("cell", { name: "₦585,000.00" })).toBeVisible();
});
