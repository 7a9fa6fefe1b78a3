import { count } from "@manilla/contract/formats";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { column } from "../../../../shared/list/columns.tsx";
import { listPage } from "../../../../shared/list/list-page.tsx";
import { Toned } from "../../../../shared/people/toned.tsx";

/** R106: every run of the automatic checks. */
export default listPage(calls.peopleStatistics.loanbotVerifications, {
  columns: [
    column("last_name", { card: "title" }),
    column("outcome", {
      card: "badge",
      render: ({ outcome }) => <Toned status={outcome} label={outcome === "attention" ? "Needs a look" : undefined} />,
    }),
    column("passed", {
      header: "Checks passed",
      align: "right",
      card: "field",
      render: (row) => `${count(row.passed)} of ${count(row.passed + row.attention + row.failed)}`,
    }),
    column("attention", { header: "Need a look", kind: "number", isHidden: true }),
    column("failed", { kind: "number", isHidden: true }),
    column("first_concern", { width: 360, card: "field" }),
    column("run_by", { render: (row) => row.run_by ?? "The system" }),
    column("run_at", { card: "field" }),
  ],
  href: (row) => `/admin/users/${row.user_id}?tab=bureau`,
  lead: "Every run of the automatic checks, with the first thing that they stumbled over.",
  empty: "The automatic checks were not run yet. They are run on a person's page, under Bureau & checks.",
});
