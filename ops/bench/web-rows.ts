/** A hundred thousand rows of the design page's long table, scrolled by wheel, by leaps and by keys in Chromium: how long the longest frame was. */
import { type CDPSession, chromium, type Page } from "@playwright/test";
import type { Browser } from "../../scripts/chromium.ts";
import { type Figure, loadNow, median } from "./figure.ts";

const ROWS = 100_000;
const RUNS = 3;
const TURNS = 240;
const LEAPS = 40;
/** What the first frames after a wish cost is the table's coming, not its scrolling. */
const SETTLED_MS = 1_000;

/** Keeps the time between frames from now on. */
const watchFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const kept: number[] = [];
    Object.assign(window, { frames: kept });
    let last = performance.now();
    const next = (now: number): void => {
      kept.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of the thread's own processor time. */
  tdur?: number;
}

/** Begins to write down what every thread does. @returns ends it, and tells the longest task of the page's own thread: its processor time in milliseconds, whatever else the machine did */
async function watchTasks(session: CDPSession): Promise<() => Promise<number>> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    categories: "toplevel,devtools.timeline,disabled-by-default-devtools.timeline",
  });
  return async () => {
    const isComplete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await isComplete;
    const page = events.filter(({ name }) => name === "Layout");
    const own = events.filter(
      ({ name, ph, pid, tid }) =>
        name === "RunTask" && ph === "X" && page.some((layout) => layout.pid === pid && layout.tid === tid),
    );
    return Math.max(...own.map(({ tdur }) => (tdur ?? 0) / 1_000));
  };
}

async function scrolled(
  address: string,
  { path, environment }: Browser,
): Promise<{ longest: number; late: number; appeared: number; standing: number; task: number }> {
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...process.env, ...environment } as Record<string, string>,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${address}/design#long`);
    const wish = page.getByRole("button", { name: "A hundred thousand rows" });
    await wish.scrollIntoViewIfNeeded();
    const before = performance.now();
    await wish.click();
    const table = page.getByRole("region", { name: "Sample of a long table, 100,000 rows" });
    await table.getByRole("row").nth(20).waitFor();
    const appeared = performance.now() - before;
    await table.hover();
    await page.waitForTimeout(SETTLED_MS);
    const ended = await watchTasks(await page.context().newCDPSession(page));
    await watchFrames(page);
    for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, turn % 3 === 0 ? -120 : 480);
    await table.focus();
    for (let leap = 0; leap < LEAPS; leap += 1) await page.keyboard.press(leap % 4 === 3 ? "PageUp" : "PageDown");
    for (let leap = 1; leap <= LEAPS; leap += 1) {
      await table.evaluate(
        (element, share) =>
          new Promise(
            (resolve) => ((element.scrollTop = share * element.scrollHeight), requestAnimationFrame(resolve)),
          ),
        ((leap * 37) % LEAPS) / LEAPS,
      );
    }
    const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
    return {
      task: await ended(),
      longest: Math.max(...frames),
      late: frames.filter((frame) => frame > 50).length,
      appeared,
      standing: await table.getByRole("row").count(),
    };
  } finally {
    await browser.close();
  }
}

/** @param address of a running application */
export async function benchRows(address: string, browser: Browser): Promise<Figure[]> {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await scrolled(address, browser));
  const load = loadNow();
  const name = `web, ${ROWS.toLocaleString("en-GB")} rows scrolled, longest`;
  const figure = (what: string, ours: number, note: string): Figure => ({
    name: `${name} ${what}, ms`,
    ours,
    baseline: 50,
    ratio: ours,
    target: "≤ 50",
    load,
    note,
  });
  return [
    figure(
      "task, its own processor time",
      median(runs.map(({ task }) => task)),
      `${RUNS} runs: ${runs.map(({ task }) => task.toFixed(1)).join(", ")}; ${runs[0]?.standing} rows in the page; shown after ${Math.round(median(runs.map(({ appeared }) => appeared)))} ms`,
    ),
    figure(
      "frame, on this machine as busy as it was",
      median(runs.map(({ longest }) => longest)),
      `frames over 50 ms: ${runs.map(({ late }) => late).join(", ")}`,
    ),
  ];
}
