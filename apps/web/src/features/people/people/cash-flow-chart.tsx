import { counted, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { shortNaira } from "../../../shared/figures/short-naira.ts";
import { useIsPhone } from "../../../shared/ui/device.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import styles from "./statement.module.css";

type Month = NonNullable<Answer<typeof calls.underwriting.statementAnalysis>["analysis"]>["months"][number];

const names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** `2025-03` as `Mar 25`. */
export const monthName = (month: string): string =>
  `${names[Number(month.slice(5, 7)) - 1] ?? month} ${month.slice(2, 4)}`;

/** The next round figure above, so that the axis reads well. */
function roundUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(value, 100)));
  return (
    [1, 1.2, 1.5, 2, 2.4, 3, 4, 5, 6, 8, 10].map((factor) => factor * step).find((limit) => limit >= value) ?? 10 * step
  );
}

/** Units of the drawing; on phones fewer, so that its text stays readable. */
const WIDE = 720;
const NARROW = 340;
const HEIGHT = 200;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 8;

/** Money in and out by month: bars labelled directly, and the same figures as a table. */
export function CashFlowChart({ months }: { months: readonly Month[] }): ReactNode {
  const isPhone = useIsPhone();
  const width = isPhone ? NARROW : WIDE;
  const every = Math.ceil(months.length / (isPhone ? 5 : 14));
  const most = roundUp(
    Math.max(...months.flatMap((month) => [Number(month.money_in_kobo), Number(month.money_out_kobo)]), 1),
  );
  const plot = HEIGHT - TOP - BOTTOM;
  const slot = (width - LEFT) / Math.max(months.length, 1);
  const bar = Math.min(20, slot * 0.34);
  const y = (kobo: number): number => TOP + plot * (1 - kobo / most);
  return (
    <figure className={`stack-8 ${styles.chart}`}>
      <figcaption className={styles.legend}>
        <span data-series="in">Money in</span>
        <span data-series="out">Money out</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`Money in and out of ${counted(months.length, "month")}; the table below has the figures`}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={width} y1={y(most * share)} y2={y(most * share)} className={styles.grid} />
            <text x={LEFT - 8} y={y(most * share) + 4} textAnchor="end">
              {shortNaira(most * share)}
            </text>
          </g>
        ))}
        {months.map((month, index) => {
          const middle = LEFT + slot * (index + 0.5);
          const [into, out] = [Number(month.money_in_kobo), Number(month.money_out_kobo)];
          return (
            <g key={month.month}>
              <rect className={styles.in} x={middle - bar - 1} width={bar} y={y(into)} height={y(0) - y(into)}>
                <title>{`${monthName(month.month)}: ${naira(month.money_in_kobo)} in`}</title>
              </rect>
              <rect className={styles.out} x={middle + 1} width={bar} y={y(out)} height={y(0) - y(out)}>
                <title>{`${monthName(month.month)}: ${naira(month.money_out_kobo)} out`}</title>
              </rect>
              {index % every === 0 && (
                <text x={middle} y={HEIGHT - 6} textAnchor="middle">
                  {monthName(month.month)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details>
        <summary>As a table</summary>
        <PlainTable
          caption="Cash flow by month"
          rows={months}
          keyOf={({ month }) => month}
          columns={[
            { key: "month", card: "title", render: ({ month }) => monthName(month) },
            { key: "money_in_kobo", header: "In" },
            { key: "money_out_kobo", header: "Out" },
            { key: "net_kobo" },
            { key: "average_balance_kobo" },
            { key: "lowest_balance_kobo" },
          ]}
        />
      </details>
    </figure>
  );
}
