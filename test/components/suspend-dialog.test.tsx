/** What is read before a suspension is proposed. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Company } from "../../apps/web/src/features/companies/admissions/company-work.ts";
import SuspendDialog from "../../apps/web/src/features/companies/admissions/suspend-dialog.tsx";
import { data, refusal, requests, show } from "./stage.tsx";

const record = { id: "00000000-0000-4000-8000-000000000001", name: "Zenith Foods" } as unknown as Company;
const propose = () => page.getByRole("button", { name: "Propose" });
const dialog = <SuspendDialog record={record} onClose={() => undefined} />;

it("a suspension is proposed only with what follows from it: not before it is there, nor where it did not come", async () => {
  let isThere = false;
  await show(dialog, {
    server: ({ method }) =>
      method === "POST"
        ? data({ approval_id: record.id })
        : isThere
          ? data({ consequences: ["Its cards are frozen."] })
          : refusal(409, "Please try again."),
  });
  await expect.element(page.getByText("This could not be loaded")).toBeVisible();
  expect(propose().elements()).toEqual([]);
  isThere = true;
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(page.getByText("Its cards are frozen.")).toBeVisible();
  await userEvent.fill(page.getByLabelText("Reason"), "It is in trouble");
  await userEvent.click(propose());
  await expect.poll(() => requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

it("and not while it is still coming", async () => {
  await show(dialog);
  await expect.element(page.getByRole("dialog")).toBeVisible();
  expect(propose().elements()).toEqual([]);
});
