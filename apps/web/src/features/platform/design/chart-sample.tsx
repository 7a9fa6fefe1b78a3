import type { ReactNode } from "react";
import { Chart } from "../../../shared/figures/chart.tsx";
import styles from "./design.module.css";

const PALETTE = ["Copper", "Teal", "Indigo", "Umber", "Lilac", "Sage", "Navy", "Brick"];

/** The palette in its order, the ramp, and one chart with a mark and months that have not come. */
export const ChartSample = (): ReactNode => (
  <>
    <div className={styles.swatches}>
      {[
        ...PALETTE.map((name, index) => [name, `--chart-${index + 1}`] as const),
        ...[1, 2, 3, 4].map((step) => [`Ramp ${step}`, `--ramp-${step}`] as const),
      ].map(([name, token]) => (
        <div key={token} className={styles.swatch}>
          <div className={styles.colour} style={{ background: `var(${token})` }} />
          <div>
            {name}
            <br />
            <code>{token}</code>
          </div>
        </div>
      ))}
    </div>
    <Chart
      label="Due and repaid by month"
      finding="93.7% of what fell due until November is repaid"
      series={["Repaid", "Due"]}
      mark="Due"
      plannedFrom="2026-12"
      rows={[
        { key: "2026-09", name: "Sep 26", values: [41_000_000, 42_500_000] },
        { key: "2026-10", name: "Oct 26", values: [52_000_000, 55_000_000] },
        { key: "2026-11", name: "Nov 26", values: [58_500_000, 64_000_000] },
        { key: "2026-12", name: "Dec 26", values: [4_200_000, 61_000_000] },
        { key: "2027-01", name: "Jan 27", values: [0, 48_000_000] },
      ]}
    />
  </>
);
