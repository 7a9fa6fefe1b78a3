import { date } from "@manilla/contract/formats";
import { actInWords, subjectInWords } from "@manilla/contract/platform/audit-words";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { recordPages } from "./record-pages.ts";

type Row = RowOf<typeof calls.audit.listAll>;

/** What a record is about: its name, or its kind, which opens its page. */
function About({ subject_type, subject_id, subject, action }: Row): ReactNode {
  const page = recordPages[action.startsWith("staff_import") ? "staff_import" : subject_type];
  const words = subject ?? subjectInWords(subject_type);
  return page && subject_id ? <Link to={`/admin/${page}/${subject_id}`}>{words}</Link> : words;
}

const shown = columns<Row>([
  column("action", { header: "What", render: ({ action }) => actInWords(action), card: "title" }),
  column("recorded_at", { header: "When", kind: "date", card: "field" }),
  column("actor_name", { header: "Who", card: "field" }),
  column("_subject", { header: "About", render: About, width: 260, card: "field" }),
  column("reason"),
  column("network_address", { header: "From", card: "field" }),
  column("id", { header: "Record", isHidden: true }),
]);

/** Who did what, when, from where; before and after. Records cannot be changed. */
export default function AuditScreen(): ReactNode {
  const [opened, setOpened] = useState<Row>();
  return (
    <>
      <ListPage
        call={calls.audit.listAll}
        columns={shown}
        rowActions={(row) => [{ label: "Before and after", run: () => setOpened(row) }]}
        lead="Every change by anyone, chained so that none can be altered unseen."
      />
      <Dialog
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened && actInWords(opened.action)}
        size="lg"
      >
        {opened && (
          <>
            <Facts
              items={[
                { label: "Who", value: opened.actor_name },
                { label: "When", value: date(opened.recorded_at) },
                { label: "About", value: <About {...opened} /> },
                { label: "Reason", value: opened.reason ?? "–" },
              ]}
            />
            <PlainTable
              caption="What changed"
              rows={opened.changes}
              keyOf={({ field }) => field}
              columns={[
                { key: "field", card: "title" },
                { key: "before", canWrap: true, render: ({ before }) => before ?? "–" },
                { key: "after", canWrap: true },
              ]}
            />
          </>
        )}
      </Dialog>
    </>
  );
}
