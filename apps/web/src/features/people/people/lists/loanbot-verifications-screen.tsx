import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { columns } from "../../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../../shared/list/list-page.tsx";
import { fullName } from "../../../../shared/people/names.ts";
import { Toned } from "../../../../shared/people/toned.tsx";

type Row = RowOf<typeof calls.peopleStatistics.loanbotVerifications>;

const shown = columns<Row>([
  { key: "last_name", header: "Name", card: "title", width: 220, render: fullName },
  {
    key: "outcome",
    header: "Outcome",
    card: "badge",
    render: ({ outcome }) => <Toned status={outcome} label={outcome === "attention" ? "Needs a look" : undefined} />,
  },
  {
    key: "passed",
    header: "Checks passed",
    align: "right",
    card: "field",
    render: (row) => `${count(row.passed)} of ${count(row.passed + row.attention + row.failed)}`,
  },
  { key: "attention", header: "Need a look", kind: "number", isHidden: true },
  { key: "failed", header: "Failed", kind: "number", isHidden: true },
  { key: "first_concern", header: "First concern", width: 360, card: "field" },
  { key: "run_by", header: "Run by", render: (row) => row.run_by ?? "The system" },
  { key: "run_at", header: "Run", kind: "relative", card: "field" },
]);

/** R106: every run of the automatic checks. */
export default (): ReactNode => (
  <ListPage
    call={calls.peopleStatistics.loanbotVerifications}
    columns={shown}
    href={(row) => `/admin/users/${row.user_id}?tab=bureau`}
    slots={{
      lead: "Every run of the automatic checks, with the first thing that they stumbled over.",
      empty: { text: "The automatic checks were not run yet. They are run on a person's page, under Bureau & checks." },
    }}
  />
);
