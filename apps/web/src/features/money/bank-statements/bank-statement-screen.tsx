import { counted, day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";

type Statement = Answer<typeof calls.bankStatements.find>["statement"];
type Line = Statement["lines"][number];

const { take, ask, discard, takeBack } = calls.bankStatements;

/** It needs a second person, or who looks at it has brought it. */
const asksFirst = ({ verdict, abilities }: Statement): boolean =>
  verdict === "second_person" || abilities["take"] === "own_file";

/** One statement of our account: what the checks say, each line with what it does, and the decision. */
export default function BankStatementScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.bankStatements.find}
      title={({ statement }) => `Statement of ${day(statement.statement_on)}`}
      actions={(data) =>
        data && (
          <Actions
            of={data.statement}
            calls={[discard, takeBack, asksFirst(data.statement) ? ask : take]}
            next={asksFirst(data.statement) ? "ask" : "take"}
          />
        )
      }
    >
      {({ statement }) => <Details statement={statement} />}
    </RecordPage>
  );
}

const EFFECTS: Record<Line["effect"], [label: string, tone: "neutral" | "success" | "warning" | "info"]> = {
  known: ["Known", "neutral"],
  matches: ["Matches", "success"],
  differs: ["Differs", "warning"],
  new: ["Waits", "info"],
  taken: ["Taken", "neutral"],
};

const Amount = ({ kobo }: { kobo: number | null }): ReactNode => (kobo === null ? "Not in the file" : naira(kobo));

function Details({ statement }: { statement: Statement }): ReactNode {
  const { sums, lines } = statement;
  const isOpen = statement.status === "read" || statement.status === "waiting";
  const counts = isOpen || statement.status === "taken";
  return (
    <>
      <Verdict statement={statement} />
      {isOpen && (
        <Figures
          isStrip
          items={[
            { label: "Match", value: String(sums.matches), note: "booked already, or expected from cards" },
            {
              label: "Differ",
              value: String(sums.differs),
              note: "nothing is booked",
              tone: sums.differs > 0 ? "danger" : undefined,
            },
            { label: "Wait for a person", value: String(sums.new) },
            { label: "Known", value: String(sums.known) },
            { label: "Will be booked", value: naira(sums.posts_kobo), note: "from card collections to the bank" },
          ]}
        />
      )}
      <Panel title="Statement">
        <Facts
          items={[
            { label: "Status", value: <StatusBadge kind="bank_statement" status={statement.status} /> },
            { label: "Account", value: statement.account },
            { label: "Opened with", value: <Amount kobo={statement.opening_kobo} /> },
            { label: "Closed with", value: <Amount kobo={statement.closing_kobo} /> },
            { label: "Number", value: statement.sequence ?? "The bank counts none" },
            { label: "Format", value: statement.format },
            statement.file_name && { label: "File", value: statement.file_name },
            { label: "Came", value: <When at={statement.fetched_at} /> },
            { label: "Brought by", value: statement.fetched_by ?? "Fetched at night" },
            statement.taken_at && { label: "Taken", value: <When at={statement.taken_at} /> },
          ]}
        />
      </Panel>
      <Panel title={counted(statement.line_count, "line")} flush>
        <PlainTable
          caption="Lines of the statement"
          rows={lines}
          keyOf={({ line }) => String(line)}
          empty="Nothing moved on this day."
          columns={[
            { key: "booked_on", header: "Booked", card: "field" },
            { key: "reference", card: "title" },
            { key: "narration", canWrap: true },
            { key: "amount_kobo", card: "field" },
            counts && {
              key: "effect",
              header: "Effect",
              kind: "text",
              render: ({ effect }) => <ToneBadge tone={EFFECTS[effect][1]}>{EFFECTS[effect][0]}</ToneBadge>,
              card: "badge",
            },
            counts && { key: "words", header: isOpen ? "What it will do" : "Outcome", canWrap: true, card: "field" },
          ]}
        />
        {lines.length < statement.line_count && <p className="small muted">The first {lines.length} are shown.</p>}
      </Panel>
    </>
  );
}

const passed = "Account, currency, number, days and balances follow on our last statement.";

function Verdict({ statement: { status, verdict, reasons } }: { statement: Statement }): ReactNode {
  if (status === "taken") return null;
  if (status === "discarded" || status === "taken_back")
    return <Notice tone="neutral">Nothing of this statement counts.</Notice>;
  if (verdict === "ours" || verdict === "known")
    return <Notice tone="success">{verdict === "known" ? "Every line of it is known." : passed}</Notice>;
  return (
    <Notice tone={verdict === "refused" ? "danger" : "warning"}>
      <strong>
        {verdict === "refused" ? "This statement is not taken." : "A second person decides about this statement."}
      </strong>
      <ul className="list">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  );
}
