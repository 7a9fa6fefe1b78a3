import { counted, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { monthName, PlainTable } from "../../../shared/figures/figures.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import styles from "./statement.module.css";

type Part = Answer<typeof calls.documents.breakdown>["income"][number];
/** Where a figure's lines are shown. */
type Opens = (group: string, name: string) => string;

/** C070: income and outgoings by kind and month, who pays and is paid; every figure leads to its lines. */
export function StatementBreakdown({ document_id, opens }: { document_id: string; opens: Opens }): ReactNode {
  const may = useMay(calls.documents.breakdown);
  const result = useCall(calls.documents.breakdown, { params: { id: document_id } }, { enabled: may });
  if (!may) return null;
  return (
    <Answered of={result} height={96}>
      {({ income, outgoings, payers, payees }) => (
        <>
          <div className={styles.pair}>
            <Kinds title="Income" group="income" parts={income} opens={opens} />
            <Kinds title="Outgoings" group="outgoings" parts={outgoings} opens={opens} />
          </div>
          <div className={styles.pair}>
            <Biggest title="Who pays most" group="payers" parts={payers} opens={opens} />
            <Biggest title="Who is paid most" group="payees" parts={payees} opens={opens} />
          </div>
        </>
      )}
    </Answered>
  );
}

interface GroupProps {
  title: string;
  group: string;
  parts: readonly Part[];
  opens: Opens;
}

/** A bar for each kind, and the same figures by month as a table. */
function Kinds({ title, group, parts, opens }: GroupProps): ReactNode {
  const most = Math.max(...parts.map(({ total_kobo }) => Number(total_kobo)), 1);
  const months = [...new Set(parts.flatMap((part) => part.months.map(({ month }) => month)))].toSorted();
  return (
    <Panel title={title}>
      {parts.length === 0 && <p className="muted">Nothing.</p>}
      <ul className={`list stack-8 ${styles.bars}`}>
        {parts.map((part) => (
          <li key={part.name}>
            <Link to={opens(group, part.name)}>{sentence(part.name)}</Link>
            <span className={styles.sum}>{naira(part.total_kobo)}</span>
            <span className={styles.bar} aria-hidden="true">
              <span data-group={group} style={{ width: `${Math.max(1, (Number(part.total_kobo) / most) * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {parts.length > 0 && (
        <details className={styles.more}>
          <summary>By month, as a table</summary>
          <PlainTable
            caption={`${title} by month`}
            rows={months}
            keyOf={(month) => month}
            columns={[
              { key: "_month", card: "title", render: monthName },
              ...parts.map((part) => ({
                key: `_${part.name}` as const,
                header: sentence(part.name),
                align: "right" as const,
                render: (month: string) => amountIn(part, month),
              })),
            ]}
          />
        </details>
      )}
    </Panel>
  );
}

function amountIn(part: Part, month: string): string {
  const found = part.months.find((each) => each.month === month);
  return found ? naira(found.total_kobo) : "";
}

const Biggest = ({ title, group, parts, opens }: GroupProps): ReactNode => (
  <Panel title={title} flush>
    <ul className={styles.findings}>
      {parts.map((part) => (
        <li key={part.name}>
          <Link className={styles.source} to={opens(group, part.name)}>
            {part.name}
          </Link>
          <span className="muted">{counted(part.count, "line")}</span>
          <span>{naira(part.total_kobo)}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

/** The rows of a figure of the breakdown; `finding` is `group:name`. */
export function breakdownRows(
  answer: Answer<typeof calls.documents.breakdown> | undefined,
  finding: string | null,
): { name: string; rows: readonly number[] } | undefined {
  const [group, name] = finding?.split(":") ?? [];
  if (
    !answer ||
    name === undefined ||
    (group !== "income" && group !== "outgoings" && group !== "payers" && group !== "payees")
  )
    return undefined;
  const part = answer[group].find((each) => each.name === name);
  return part && { name: sentence(part.name).toLowerCase(), rows: part.rows };
}
