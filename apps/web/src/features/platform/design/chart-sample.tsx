import type { ReactNode } from "react";
import { Chart } from "../../../shared/figures/chart.tsx";
import { Swatches } from "./tokens.tsx";

const palette = [
  ...["Copper", "Teal", "Indigo", "Umber", "Lilac", "Sage", "Navy", "Brick"].map(
    (name, index) => [`--chart-${index + 1}`, name] as const,
  ),
  ...[1, 2, 3, 4].map((step) => [`--ramp-${step}`, `Ramp ${step}`] as const),
];

/** The palette in its order, the ramp, and one chart with a mark and months that have not come. */
export const ChartSample = (): ReactNode => (
  <>
    <Swatches of={palette} />
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
