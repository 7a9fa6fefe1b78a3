/** The bar over the screens while the demo's past is lived. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import DemoPastBar from "../../apps/web/src/app/shell/demo-past-bar.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { noteDemoPast } from "../../apps/web/src/shared/api/demo-past.ts";
import { useRecord } from "../../apps/web/src/shared/api/use-call.ts";
import { data, expectToLookWell, refusal, show } from "./stage.tsx";

const Sent = () => <p>{useRecord(calls.onboarding.find, {}).data?.documents.length ?? "?"} sent</p>;

it("says how far it is, and when it is done goes and asks again for what is on the screen", async () => {
  let [documents, isLived] = [[] as object[], true];
  noteDemoPast("11/125 2026-08-04");
  await show(
    <>
      <DemoPastBar />
      <Sent />
    </>,
    {
      server: ({ path }) =>
        path !== "/readyz" ? data({ documents }) : isLived ? refusal(503, "not yet") : { status: 200, body: {} },
    },
  );
  await expect.element(page.getByText("04 Aug 2026, day 11 of 125", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("progressbar", { name: "Days built" })).toHaveAttribute("value", "11");
  await expect.element(page.getByText("0 sent")).toBeVisible();
  await expectToLookWell();
  [documents, isLived] = [[{}], false];
  await expect.element(page.getByText("1 sent"), { timeout: 10_000 }).toBeVisible();
  await expect.element(page.getByText("The demo’s history is being built", { exact: false })).not.toBeInTheDocument();
  await expect.element(page.getByText("The demo is complete", { exact: false })).toBeVisible();
});
