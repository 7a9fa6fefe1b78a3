import { sentence } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import styles from "./audit.module.css";

type Row = RowOf<typeof calls.audit.listAll>;

const shown = columns<Row>([
  column("action", { header: "What", kind: "word", card: "title" }),
  column("recorded_at", { header: "When", kind: "date", card: "field" }),
  column("actor_name", { header: "Who", card: "field" }),
  column("subject_type", { header: "Of", kind: "word", card: "field" }),
  column("subject_id"),
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
        title={opened && sentence(opened.action)}
        size="lg"
      >
        {opened && (
          <>
            <Facts
              items={[
                { label: "Who", value: opened.actor_name },
                { label: "Of", value: `${sentence(opened.subject_type)} ${opened.subject_id ?? ""}` },
                { label: "Reason", value: opened.reason ?? "–" },
              ]}
            />
            <div className={styles.pair}>
              <Side title="Before" value={opened.before} />
              <Side title="After" value={opened.after} />
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}

const Side = ({ title, value }: { title: string; value: Readonly<Record<string, unknown>> | null }): ReactNode => (
  <section>
    <h3>{title}</h3>
    {value ? <pre>{JSON.stringify(value, null, 2)}</pre> : <p className="muted">Nothing</p>}
  </section>
);
