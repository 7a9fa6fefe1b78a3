/** A report of a list: what its form sends, what it says at its fields, and the summary with the total of all rows. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import NewReportScreen from "../../apps/web/src/features/platform/reports/new-report-screen.tsx";
import ReportScreen from "../../apps/web/src/features/platform/reports/report-screen.tsx";
import { data, expectToLookWell, refusal, requests, show } from "./stage.tsx";

const ID = "01a2041b-0000-7000-8000-000000000021";
const BEN = "01a2041b-0000-7000-8000-000000000022";
const column = (name: string, label: string) => ({ name, label });
const OFFER = {
  path: "/admin/personal/loans",
  name: "Personal loans",
  columns: [column("reference", "Loan"), column("principal_kobo", "Principal")],
  groups: [
    { ...column("status", "Status"), is_date: false },
    { ...column("created_at", "Requested"), is_date: true },
  ],
  measures: [column("principal_kobo", "Principal")],
  colleagues: [{ id: BEN, name: "Ben Book" }],
};
const QUERY = { filter: '{"status":["running","past_due"]}', sortColumn: "principal_kobo", sortOrder: "desc" };

it("says that the dates of a list are fixed, once it is to be made again and again", async () => {
  const given = { list: OFFER.path, query: JSON.stringify({ rangeStart: "2026-11-01", rangeEnd: "2026-11-30" }) };
  await show(<NewReportScreen />, {
    route: { path: "/admin/reports/new", address: `/admin/reports/new?${new URLSearchParams(given).toString()}` },
    server: () => data(OFFER),
  });
  const words = page.getByText("The dates of this list are fixed", { exact: false });
  await expect.element(page.getByLabelText("Schedule")).toBeVisible();
  expect(words.elements()).toEqual([]);
  await userEvent.selectOptions(page.getByLabelText("Schedule"), "day");
  await expect.element(words).toBeVisible();
});

it("sends the list as it was looked at, and says at its fields what is refused", async () => {
  const given = { list: OFFER.path, query: JSON.stringify(QUERY), columns: "reference,_own,principal_kobo" };
  let isRefused = true;
  await show(<NewReportScreen />, {
    route: { path: "/admin/reports/new", address: `/admin/reports/new?${new URLSearchParams(given).toString()}` },
    server: ({ method }) => {
      if (method === "GET") return data(OFFER);
      return isRefused
        ? refusal(422, "Wrong", { errors: { weekdays: ["choose at least one day of the week"] } })
        : "silence";
    },
  });
  await expect.element(page.getByText("Status: Running or Past due, by Principal, descending")).toBeVisible();
  await userEvent.fill(page.getByLabelText("Name"), "Loans by month");
  await userEvent.selectOptions(page.getByLabelText("Group by"), "created_at");
  await userEvent.selectOptions(page.getByLabelText("Dates"), "day");
  await userEvent.click(page.getByLabelText("Principal, sum"));
  await userEvent.click(page.getByLabelText("Ben Book"));
  await userEvent.selectOptions(page.getByLabelText("Schedule"), "week");
  await expectToLookWell();
  await userEvent.click(page.getByRole("button", { name: "Make the report" }));
  await expect.element(page.getByText("choose at least one day of the week", { exact: true }).first()).toBeVisible();
  isRefused = false;
  await userEvent.click(page.getByLabelText("Thursday"));
  await userEvent.click(page.getByRole("button", { name: "Make the report" }));
  await expect.poll(() => requests.filter(({ method }) => method === "POST").length).toBe(2);
  expect(requests.at(-1)?.body).toEqual({
    list: OFFER.path,
    name: "Loans by month",
    query: QUERY,
    // A column of the screen's own making is none of the list's.
    columns: ["reference", "principal_kobo"],
    group_by: [{ column: "created_at", by: "day" }],
    measures: [{ column: "principal_kobo", of: "sum" }],
    format: "xlsx",
    recipients: [BEN],
    schedule: { repeat: "week", weekdays: [4], month_day: null, hour: 7 },
  });
});

const run = (more: object) => ({
  id: ID,
  recipient: "Ada Obi",
  is_own: true,
  due_at: "2026-11-26T06:00:00Z",
  status: "made",
  reason: null,
  row_count: 2,
  kept_until: "2026-12-26T06:00:00Z",
  ...more,
});
const REPORT = {
  id: ID,
  name: "Loans by state",
  list: OFFER.path,
  list_name: OFFER.name,
  owner: "Ada Obi",
  is_own: true,
  is_summary: true,
  status: "active",
  next_due_at: "2026-12-03T06:00:00Z",
  created_at: "2026-11-20T06:00:00Z",
  abilities: { pause: null, resume: "wrong_state", run_now: null, remove: null },
  query: QUERY,
  columns: null,
  group_by: [{ column: "status", by: null }],
  measures: [{ column: "principal_kobo", of: "sum" }],
  format: "csv",
  schedule: { repeat: "week", weekdays: [4], month_day: null, hour: 7 },
  recipients: [{ id: BEN, name: "Ben Book" }],
  version: 1,
  runs: [
    run({}),
    run({
      id: BEN,
      recipient: "Ben Book",
      is_own: false,
      status: "skipped",
      reason: "They may not take lists away.",
      row_count: null,
      kept_until: null,
    }),
  ],
};

it("shows the groups and the total of all rows, and opens one's own file alone", async () => {
  await show(<ReportScreen />, {
    route: { path: "/admin/reports/:id", address: `/admin/reports/${ID}` },
    permissions: ["provider:can_export_lists"],
    server: ({ path }) =>
      path.endsWith("/summary")
        ? data({
            groups: [{ column: "status", label: "Status", by: null }],
            measures: [{ column: "principal_kobo", label: "Principal", of: "sum" }],
            lines: [
              { values: ["Running"], count: 3, amounts: [100_000_001] },
              { values: [null], count: 1, amounts: [null] },
            ],
            total: { count: 1_200, amounts: [900_000_003] },
            is_cut: true,
          })
        : data(REPORT),
  });
  await expect.element(page.getByText("₦1,000,000.01")).toBeVisible();
  await expect.element(page.getByText("₦9,000,000.03")).toBeVisible();
  await expect.element(page.getByText("The first 1,000 groups are shown.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("On Thursday at 07:00")).toBeVisible();
  await expect.element(page.getByText("They may not take lists away.")).toBeVisible();
  expect(page.getByRole("button", { name: "Open", exact: true }).elements().length).toBe(1);
  expect(page.getByRole("button", { name: "Resume" }).elements()).toEqual([]);
  await expectToLookWell();
});

it("draws what is grouped by month, over time, above its table", async () => {
  const month = (key: string, kobo: number) => ({ values: [key], count: 1, amounts: [kobo] });
  await show(<ReportScreen />, {
    route: { path: "/admin/reports/:id", address: `/admin/reports/${ID}` },
    permissions: ["provider:can_export_lists"],
    server: ({ path }) =>
      path.endsWith("/summary")
        ? data({
            groups: [{ column: "created_at", label: "Requested", by: "month" }],
            measures: [{ column: "principal_kobo", label: "Principal", of: "sum" }],
            lines: [month("2026-09", 100_000_001), month("2026-11", 50_000_000)],
            total: { count: 2, amounts: [150_000_001] },
            is_cut: false,
          })
        : data(REPORT),
  });
  await expect.element(page.getByRole("figure")).toMatchTextContent(/By month.*Principal, sum/);
  await expect.element(page.getByRole("figure")).toMatchTextContent(/Oct 2026/);
  await expectToLookWell();
});

it("shows the figures of its chart once: in the summary below", async () => {
  const by = "month" as const;
  await show(<ReportScreen />, {
    route: { path: "/admin/reports/:id", address: `/admin/reports/${ID}` },
    server: ({ path }) =>
      path.endsWith("/summary")
        ? data({
            groups: [{ column: "created_at", label: "Requested", by }],
            measures: [{ column: "principal_kobo", label: "Principal", of: "sum" }],
            lines: [
              { values: ["2026-10"], count: 3, amounts: [100_000_001] },
              { values: ["2026-11"], count: 1, amounts: [200_000_000] },
            ],
            total: { count: 4, amounts: [300_000_001] },
            is_cut: false,
          })
        : data(REPORT),
  });
  await expect.element(page.getByRole("figure")).toBeVisible();
  await expect.element(page.getByRole("table", { name: "Summary" })).toBeVisible();
  await expect.element(page.getByText("The figures as a table")).not.toBeInTheDocument();
});
