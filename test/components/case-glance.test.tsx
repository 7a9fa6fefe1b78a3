/** What a case shows at a glance to colleagues who may not see all of it. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { Glance } from "../../apps/web/src/features/people/people/decision-panel.tsx";
import { show } from "./stage.tsx";

/** As much of a person as a glance reads; the rest of its hundred fields would say nothing here. */
const person = (withheld: readonly string[]) =>
  ({
    statement: null,
    bureau: null,
    loans: { count: 0, running: 0, outstanding_kobo: 0, overdue_kobo: 0 },
    profile: { salary_kobo: null },
    admins: [],
    withheld,
  }) as unknown as Parameters<typeof Glance>[0]["person"];

it("says what one may not see, and never that it is not there", async () => {
  await show(<Glance person={person(["salary", "statement", "bureau"])} />);
  await expect.element(page.getByText("salary, bank statement, credit bureau")).toBeVisible();
  expect(page.getByText("Salary stated").elements()).toHaveLength(0);
  expect(page.getByText(/No statement|Not asked yet/).elements()).toEqual([]);
});

it("says that nothing came where one may see it", async () => {
  await show(<Glance person={person([])} />);
  await expect.element(page.getByText("No statement")).toBeVisible();
  await expect.element(page.getByText("Not asked yet")).toBeVisible();
});
