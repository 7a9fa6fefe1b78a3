import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { History } from "../../apps/web/src/shared/record/history.tsx";
import { expectToLookWell, show } from "./stage.tsx";

it("a record's history says what, who, when and why apart from each other, as a loan's timeline does", async () => {
  const reason = "It is about a colleague of collections.";
  const entry = { id: "1", title: "complaint_escalated", by: "Halima Yusuf", reason, at: "2026-11-23T09:00:00.000Z" };
  await show(<History entries={[entry]} />);
  const item = page.getByRole("listitem");
  expect(
    [...item.element().children].map(({ tagName, textContent }) => [tagName, textContent]).toSpliced(2, 1),
  ).toEqual([
    ["STRONG", "Complaint escalated"],
    ["SPAN", "Halima Yusuf"],
    ["Q", reason],
  ]);
  await expectToLookWell();
});
