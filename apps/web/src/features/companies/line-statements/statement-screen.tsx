import { day, longMonth, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";

type Statement = Answer<typeof calls.lineStatements.find>;
const WORDS = {
  drawn: "Drawn",
  repaid: "Paid",
  interest: "Interest of the month",
  penalty: "Penalty",
  taken_back: "Payment taken back",
} as const;

/** One month of a company's line. */
export default function StatementScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.lineStatements.find}
      width="text"
      title={({ month }) => `Credit line, ${longMonth(month)}`}
      actions={(statement) => statement && <Files statement={statement} />}
    >
      {(statement) => <Details statement={statement} />}
    </RecordPage>
  );
}

const Files = ({ statement: { id, month, status } }: { statement: Statement }): ReactNode => (
  <span className="buttons">
    <StatusBadge kind="line_statement" status={status} />
    {(["pdf", "csv"] as const).map((format) => (
      <FileButton
        key={format}
        call={calls.lineStatements.download}
        input={{ params: { id }, query: { format } }}
        name={`line-statement-${month}.${format}`}
      >
        {format.toUpperCase()}
      </FileButton>
    ))}
  </span>
);

const Details = ({ statement }: { statement: Statement }): ReactNode => (
  <>
    <Figures
      items={[
        { label: "Owed (full due)", value: naira(statement.full_kobo), note: `on ${day(statement.issued_on)}` },
        { label: "Minimum due", value: naira(statement.minimum_kobo), note: `on ${day(statement.due_on)}` },
        {
          label: "Left of the minimum",
          value: naira(statement.left_kobo),
          note: `${naira(statement.paid_kobo)} paid since`,
          ...(statement.status === "overdue" && { tone: "warning" as const }),
        },
      ]}
    />
    <Panel title="How it adds up">
      <Facts
        items={[
          { label: "Owed before", value: naira(statement.opening_kobo), figure: true },
          { label: "Drawn", value: naira(statement.drawn_kobo), figure: true },
          { label: "Interest", value: naira(statement.interest_kobo), figure: true },
          statement.penalties_kobo > 0 && { label: "Penalties", value: naira(statement.penalties_kobo), figure: true },
          { label: "Paid", value: naira(-statement.repaid_kobo), figure: true },
        ]}
      />
    </Panel>
    <Panel title="Movements" flush>
      <PlainTable
        caption="What moved in the month"
        rows={statement.lines}
        keyOf={({ on, what, balance_kobo }) => `${on} ${what} ${balance_kobo}`}
        empty="Nothing moved in this month"
        columns={[
          { key: "on", header: "Day", kind: "day" },
          { key: "_what", header: "What", card: "title", render: ({ what }) => WORDS[what] },
          { key: "amount_kobo", header: "Amount" },
          { key: "balance_kobo", header: "Owed after it" },
        ]}
      />
    </Panel>
  </>
);
