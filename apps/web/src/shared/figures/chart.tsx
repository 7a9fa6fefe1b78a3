/** One chart for every screen: columns by month or day, with its axis, its words, and the same as a table. The drawing comes with its library. */
import { count } from "@manilla/contract/formats";
import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { PlainTable } from "./figures.tsx";
import { Empty, Panel } from "../ui/kit.tsx";
import { type ChartRow, type Unit, valueText } from "./chart-values.ts";
import styles from "./chart.module.css";

const Drawing = lazy(() => import("./chart-drawing.tsx"));

export interface ChartProps {
  /** What it shows, for those who do not see it, and as the caption of its table. */
  label: string;
  /** What it says, in one sentence above it (findings.ts); its name and unit stay below. */
  finding?: string | undefined;
  /** Below it: how it compares with the period before. */
  compared?: ReactNode;
  rows: readonly ChartRow[];
  /** Their names; those that COLOURS knows have the same colour on every screen. */
  series: readonly string[];
  /** One of the series as a line across its column: what was expected. */
  mark?: string;
  /** What a row's `count` counts: a column of the table. */
  counted?: string;
  /** What the values are: kobo unless said otherwise. */
  unit?: Unit;
  /** The key of the first row that has not happened yet: from there on columns are hatched. */
  plannedFrom?: string | undefined;
  /** Instead of the table of its values: one that says more; null where that is beside it. */
  table?: ReactNode;
  /** The list of what a column shows, by its key: a press on it opens that, and so does Enter. */
  opens?: ((key: string) => string) | undefined;
  /** Its finding is the title of the panel around it. */
  isTitled?: boolean;
}

/** The same thing has the same colour everywhere: numbers of the palette in theme.ts. */
const COLOURS: Readonly<Record<string, number>> = {
  "Paid out": 1,
  "Money out": 1,
  Received: 2,
  Repaid: 2,
  "Money in": 2,
  Due: 4,
  Activated: 2,
  Declined: 8,
  "First loans": 1,
  Repeated: 3,
};

/** Values for each month or day. @param props see ChartProps */
export function Chart(props: ChartProps): ReactNode {
  const { label, finding, rows, unit, plannedFrom, opens } = props;
  const series = props.series.map((name, index) => ({
    name,
    colour: `var(--chart-${COLOURS[name] ?? index + 1})`,
    isMark: name === props.mark,
  }));
  return (
    <figure className={styles.chart}>
      {finding && (
        <figcaption>
          {!props.isTitled && finding}
          <span className="small muted">
            {label}, {unit === "count" ? "number" : "₦"}
          </span>
          {props.compared}
        </figcaption>
      )}
      {(series.length > 1 || plannedFrom !== undefined) && (
        <ul className={styles.legend}>
          {series.map(({ name, colour, isMark }) => (
            <li key={name}>
              <span data-mark={isMark} style={{ background: colour }} aria-hidden="true" />
              {name}
            </li>
          ))}
          {plannedFrom !== undefined && (
            <li>
              <span data-planned="true" aria-hidden="true" />
              Not yet due
            </li>
          )}
        </ul>
      )}
      <Suspense fallback={<div className={styles.plot} />}>
        <Drawing label={label} rows={rows} series={series} unit={unit} plannedFrom={plannedFrom} opens={opens} />
      </Suspense>
      {props.table !== null && (
        <details className={styles.unfold}>
          <summary>The figures as a table</summary>
          {props.table ?? <Values {...props} />}
        </details>
      )}
    </figure>
  );
}

/** A chart on its own: its finding is the title, its plain name where there is none. @param props.empty what it means that there are no rows */
export const ChartPanel = ({ empty, ...chart }: ChartProps & { empty: string }): ReactNode => (
  <Panel title={chart.finding ?? chart.label}>
    {chart.rows.length === 0 ? <Empty title={empty} /> : <Chart {...chart} isTitled />}
  </Panel>
);

const Values = ({ label, rows, series, counted, unit, opens }: ChartProps): ReactNode => (
  <PlainTable
    caption={label}
    rows={rows}
    keyOf={({ key }) => key}
    columns={[
      {
        key: "name",
        header: "When",
        card: "title",
        render: ({ key, name }) => (opens ? <Link to={opens(key)}>{name}</Link> : name),
      },
      counted !== undefined && {
        key: "_counted",
        header: counted,
        render: (row) => count(row.count ?? 0),
        align: "right",
      },
      ...series.map((name, index) => ({
        key: `_${index}` as const,
        header: name,
        render: ({ values }: ChartRow) => valueText(values[index] ?? 0, unit),
        align: "right" as const,
      })),
    ]}
  />
);
