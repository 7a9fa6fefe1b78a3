/** What an applicant reads of their own decision. */
import { day, isoDay } from "@manilla/contract/formats";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { DecisionWords } from "../../apps/web/src/shared/credit/own-decision.tsx";
import { show } from "./stage.tsx";

const DAY_MS = 86_400_000;
const inDays = (days: number): string => isoDay(new Date(Date.now() + days * DAY_MS));

it("says by when a person looks, and afterwards that we are late and what to do", async () => {
  const referred = (look_by: string) => (
    <DecisionWords
      decision={{
        outcome: "referred",
        limit_kobo: 0,
        reasons: ["We could not reach the credit bureau."],
        decided_at: "2026-01-05T10:00:00.000Z",
        look_by,
      }}
    />
  );
  await show(referred(inDays(2)));
  await expect
    .element(page.getByText(`A person looks at it by ${day(inDays(2))}, and you hear from us.`))
    .toBeVisible();
  await expect.element(page.getByText("We could not reach the credit bureau.")).toBeVisible();
  await show(referred(inDays(-1)));
  await expect
    .element(
      page.getByText(new RegExp(`^A person was to look at it by ${day(inDays(-1))}\\. We are late: it comes next`)),
    )
    .toBeVisible();
});
