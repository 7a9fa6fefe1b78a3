/** Each chart of the product opens the list behind a column, and says how it compares with the period before. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const features = `${import.meta.dirname}/../../features`;
/** Samples open nothing; a statement's months are all there are. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  "platform/design/chart-sample.tsx": ["opens=", "compared="],
  "people/people/cash-flow-chart.tsx": ["compared="],
};

it("every chart opens its list, and compares with the period before", () => {
  const charts = globSync("**/*.tsx", { cwd: features }).flatMap((file) =>
    [...readFileSync(`${features}/${file}`, "utf8").matchAll(/\n( *)<Chart(?:Panel)?\n[\s\S]*?\n\1\/>/g)].map(
      ([chart]) => [file, chart] as const,
    ),
  );
  expect(charts.length).toBeGreaterThanOrEqual(10);
  const lacking = charts.flatMap(([file, chart]) =>
    ["opens=", "compared="]
      .filter((what) => !chart.includes(what) && !WITHOUT[file]?.includes(what))
      .map((what) => `${file} lacks ${what}`),
  );
  expect(lacking).toEqual([]);
});
