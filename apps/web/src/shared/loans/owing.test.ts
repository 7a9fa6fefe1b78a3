import { describe, expect, it } from "vitest";
import { dueWords, lateWords, owedWords, owingOf, type Repayment } from "./owing.ts";

const loan = { id: "loan-1", reference: "LN-1", status: "running" as const };
const row = (number: number, due_on: string, more: Partial<Repayment> = {}): Repayment => ({
  id: `row-${number}`,
  loan,
  customer: { id: "p", name: "Ada Obi" },
  number,
  due_on,
  status: "scheduled",
  principal_kobo: 900,
  interest_kobo: 100,
  fees_kobo: 0,
  penalty_kobo: 0,
  total_kobo: 1_000,
  paid_kobo: 0,
  outstanding_kobo: 1_000,
  days_past_due: 0,
  paid_on: null,
  collection_attempts: 0,
  next_attempt_on: null,
  last_failure: null,
  has_card: false,
  created_at: "2026-01-02T09:00:00.000Z",
  ...more,
});

describe("what is owed", () => {
  it("counts as due what has fallen due and is not paid, and names the next instalment", () => {
    const [owing] = owingOf(
      [
        row(3, "2026-03-25"),
        row(1, "2026-01-25", { status: "paid", paid_kobo: 1_000, outstanding_kobo: 0 }),
        row(2, "2026-02-25", {
          status: "overdue",
          days_past_due: 4,
          penalty_kobo: 50,
          total_kobo: 1_050,
          paid_kobo: 200,
          outstanding_kobo: 850,
        }),
      ],
      "2026-03-01",
    );
    expect(owing).toMatchObject({
      due_kobo: 850,
      overdue_kobo: 850,
      days_late: 4,
      late_charge_kobo: 50,
      left_kobo: 1_850,
      next: { number: 3 },
    });
    expect(owing?.open.map(({ number }) => number)).toEqual([2, 3]);
    expect(owing?.paid.map(({ number }) => number)).toEqual([1]);
  });
  it("is due, not late, on the day itself", () => {
    expect(owingOf([row(1, "2026-03-01", { status: "due" })], "2026-03-01")[0]).toMatchObject({
      due_kobo: 1_000,
      overdue_kobo: 0,
      days_late: 0,
      next: undefined,
    });
  });
  it("is due when the server calls it late, on a page that was open over midnight", () => {
    const rows = [row(1, "2026-03-01", { status: "overdue", days_past_due: 1 }), row(2, "2026-04-01")];
    expect(owingOf(rows, "2026-02-28")[0]).toMatchObject({ due_kobo: 1_000, days_late: 1, next: { number: 2 } });
  });
  it("leaves out what was replaced, waived or written off", () => {
    const rows = (["superseded", "waived", "written_off"] as const).map((status, index) =>
      row(index, "2026-01-01", { status }),
    );
    expect(owingOf(rows, "2026-03-01")[0]).toMatchObject({ due_kobo: 0, left_kobo: 0, open: [] });
  });
  it("puts the loan that is late first", () => {
    const other = { ...loan, id: "loan-2", reference: "LN-2" };
    const all = owingOf(
      [row(1, "2026-03-10"), row(1, "2026-02-01", { loan: other, status: "overdue", days_past_due: 28 })],
      "2026-03-01",
    );
    expect(all.map((each) => each.loan.reference)).toEqual(["LN-2", "LN-1"]);
  });
  it("says since when an amount too small to be late is open", () => {
    const [owing] = owingOf(
      [row(1, "2026-02-20", { status: "part_paid", days_past_due: 0 }), row(2, "2026-03-20")],
      "2026-03-01",
    );
    expect(owing).toMatchObject({ due_kobo: 1_000, overdue_kobo: 0, days_late: 0 });
    expect(owing && owedWords(owing, "2026-03-01")).toBe("Due since 20 Feb 2026");
    expect(owing && owedWords({ ...owing, due_kobo: 0 }, "2026-03-01")).toBe("Due in 19 days, on 20 Mar 2026");
    expect(owedWords({ due_kobo: 0, next: undefined, open: [] }, "2026-03-01")).toBe("");
  });
  it("is nothing without repayments", () => expect(owingOf([], "2026-03-01")).toEqual([]));
});

describe("when it falls due", () => {
  it.each([
    ["2026-03-01", "today"],
    ["2026-03-02", "tomorrow"],
    ["2026-03-13", "in 12 days, on 13 Mar 2026"],
    ["2026-05-25", "on 25 May 2026"],
    ["2026-02-28", "since 28 Feb 2026"],
  ])("%s reads %s on the first of March", (due_on, words) => expect(dueWords(due_on, "2026-03-01")).toBe(words));
  it("is a plain day while the business date is not known", () =>
    expect(dueWords("2026-03-02", "")).toBe("on 02 Mar 2026"));
  it("counts days late", () => expect([lateWords(1), lateWords(11)]).toEqual(["1 day late", "11 days late"]));
});
