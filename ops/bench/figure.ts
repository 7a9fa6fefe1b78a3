import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import type pg from "pg";

/** One line of the table: ours beside the baseline of the same run. */
export interface Figure {
  name: string;
  ours: number;
  baseline: number;
  /** What is held against the target. */
  ratio: number;
  /** `≥ 28`, `≤ 1.2`, or words where nothing is decided. */
  target: string;
  /** The 99th percentile and its bound; beyond the bound the line is a ✗, whatever its ratio. */
  p99?: { milliseconds: number; at_most: number };
  note?: string;
  /** The machine's load average when it was measured: others use it too. */
  load?: number;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const loadNow = (): number => loadavg()[0] ?? 0;

/** ✓, ✗, or nothing where the target is no bound. */
export function verdictOf({ ratio, target, p99 }: Figure): string {
  if (p99 && p99.milliseconds > p99.at_most) return "✗";
  const [, sign, bound] = /^([≥≤])\s*([\d.]+)/.exec(target) ?? [];
  if (sign === undefined) return " ";
  return (sign === "≥" ? ratio >= Number(bound) : ratio <= Number(bound)) ? "✓" : "✗";
}

const number = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(2);

/** The figures as a table of text. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = figures.map((figure) => {
    const { name, ours, baseline, ratio, target, p99, load } = figure;
    const note = [p99 && `p99 ${p99.milliseconds.toFixed(0)} ms (≤ ${p99.at_most})`, figure.note]
      .filter(Boolean)
      .join("; ");
    return `${verdictOf(figure)} ${name.padEnd(78)}${number(ours).padStart(10)}${number(baseline).padStart(10)}${ratio.toFixed(2).padStart(9)}  ${target.padEnd(10)}${(load ?? Number.NaN).toFixed(1).padStart(5)}  ${note}`;
  });
  return [
    `  ${"".padEnd(78)}${"ours".padStart(10)}${"baseline".padStart(10)}${"ratio".padStart(9)}  ${"target".padEnd(10)}${"load".padStart(5)}`,
    ...lines,
  ].join("\n");
}

/** Milliseconds of processor that this process and the database's have used so far; what else runs on the machine hardly moves it. */
export async function processorMilliseconds(pool: pg.Pool): Promise<{ node: number; database: number }> {
  const { user, system } = process.cpuUsage();
  const { rows } = await pool.query<{ pid: number }>("select pid from pg_stat_activity");
  const ticks = rows.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return { node: (user + system) / 1_000, database: ticks.reduce((sum, one) => sum + one, 0) * 10 };
}
