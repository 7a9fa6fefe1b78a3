import { OVERDUE_NOTICE } from "@manilla/contract/lending/notice-titles";
import { expect, it } from "vitest";
import type { Owing } from "../../../../shared/loans/owing.ts";
import { newsOf, type Notice } from "./news.ts";

const notice = (id: string, title: string): Notice => ({
  id,
  kind: "loan",
  title,
  body: `about ${id}`,
  link: null,
  created_at: "2026-11-27T09:00:00Z",
  read_at: null,
});
const late = (due_on: string) => ({ due_on, days_past_due: 5 });
const owing = (rows: object[], overdue_kobo: number): Owing[] =>
  [{ loan: { reference: "LN-7" }, open: rows, overdue_kobo }] as never;

it("several overdue notices are one: how many, how much in all, and the oldest by name", () => {
  const notices = [notice("3", OVERDUE_NOTICE), notice("x", "A message"), notice("2", OVERDUE_NOTICE)];
  const shown = newsOf(notices, owing([late("2026-11-10"), late("2026-10-10")], 4_132_450));
  expect(shown.map(({ id, title }) => [id, title])).toEqual([
    ["3", "2 repayments are overdue"],
    ["x", "A message"],
  ]);
  expect(shown[0]?.body).toBe(
    "₦41,324.50 in all. The oldest was due on 10 Oct 2026, for LN-7. Please pay now to avoid further penalties.",
  );
});

it("one notice stays as it was sent; what was paid since is not summed up", () => {
  const one = [notice("1", OVERDUE_NOTICE), notice("x", "A message")];
  expect(newsOf(one, owing([late("2026-11-10")], 1))).toEqual(one);
  const stale = [notice("2", OVERDUE_NOTICE), notice("1", OVERDUE_NOTICE)];
  expect(newsOf(stale, [])).toEqual([stale[0]]);
});
