/**
 * The web application beside react-admin in the same run, with the scripts and the sample of the shared web bench (copied to a scratch folder, its packages
 * installed there once). Ours is `npm start` over a demo world with five thousand loans, a member of staff signed in.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, statSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, findBrowser } from "../../scripts/chromium.ts";
import { type Figure, loadNow } from "./figure.ts";
import { startSystem } from "./start.ts";
import { benchRows } from "./web-rows.ts";
import { fillLoans, fillPeople } from "./world.ts";

const SOURCE = "/work/shared/tools/web-bench";
const SCRATCH = "/var/tmp/manilla-web-bench";
const REACT_ADMIN_PORT = 4_101;
const RUNS = 5;

/** The scripts, the packages they want, and the sample's production build. */
function prepare(): void {
  if (!existsSync(join(SCRATCH, "ready"))) {
    rmSync(SCRATCH, { recursive: true, force: true });
    cpSync(SOURCE, SCRATCH, { recursive: true });
    execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: SCRATCH, stdio: "ignore" });
    execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: join(SCRATCH, "apps/ra"), stdio: "ignore" });
    execFileSync("npx", ["vite", "build"], { cwd: join(SCRATCH, "apps/ra"), stdio: "ignore" });
    writeFileSync(join(SCRATCH, "ready"), "");
  }
  // A session of ours is a cookie, which no script of a page can set. The targets speak of the slow phone only.
  const script = readFileSync(join(SOURCE, "measure.mjs"), "utf8")
    .replace(
      "if(auth)await ctx.addInitScript",
      "if(auth&&a.cookies)await ctx.addCookies(a.cookies);if(auth)await ctx.addInitScript",
    )
    .replace(",['fast_cpu1',1,null]", "");
  writeFileSync(join(SCRATCH, "measure.mjs"), script);
}

interface Sizes {
  js: { br: number };
  css: { br: number };
}
interface Loaded {
  fcp: number;
  rows: number;
  tbt: number;
}
interface Interaction {
  next_med: number;
  sort_med: number;
}
interface Measured {
  bytes_login: Sizes;
  bytes_list: Sizes;
  load_slow4g_cpu4_login: Loaded;
  load_slow4g_cpu4_list: Loaded;
  inter_cpu4: Interaction;
  mem: { start: { heapMB: number }; after50: { heapMB: number } };
}

async function cookieOf(address: string): Promise<{ name: string; value: string; url: string }> {
  const logins = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/demo-logins.json"), "utf8")) as {
    email: string;
    password: string;
  }[];
  const answer = await fetch(`${address}/api/login/token`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ email: logins[0]?.email, password: logins[0]?.password }),
  });
  const [name = "", value = ""] = (answer.headers.getSetCookie()[0] ?? "").split(";")[0]?.split("=") ?? [];
  if (value === "") throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
  return { name, value, url: address };
}

function measure(browser: Browser): Promise<Record<"ra" | "ours", Measured>> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["measure.mjs", "apps.json", "ra,ours", "bytes,load,inter,mem", String(RUNS)],
      {
        cwd: SCRATCH,
        env: {
          PATH: "/usr/bin:/bin",
          HOME: "/root",
          GATE: "2",
          GATE_WAIT: "5",
          CPUS: "4",
          CHROME: browser.path,
          ...browser.environment,
        },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.once("exit", (code) =>
      code === 0
        ? resolve(JSON.parse(text) as Record<"ra" | "ours", Measured>)
        : reject(new Error(`The web bench ended with ${code}.`)),
    );
  });
}

/** The largest of the compressed chunks that only one route loads, in kB. */
function largestRouteChunk(): { name: string; kilobytes: number } {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../apps/web/dist/.vite/manifest.json"), "utf8"),
  ) as Record<string, { file: string; isDynamicEntry?: boolean }>;
  // The smallest are served as they are.
  const sizeOf = (file: string): number =>
    statSync(
      [`${file}.br`, file].map((name) => join(import.meta.dirname, "../../apps/web/dist", name)).find(existsSync) ??
        file,
    ).size / 1_000;
  const sizes = Object.values(manifest)
    .filter(({ isDynamicEntry }) => isDynamicEntry)
    .map(({ file }) => ({ name: file, kilobytes: sizeOf(file) }));
  return sizes.toSorted((a, b) => b.kilobytes - a.kilobytes)[0] ?? { name: "", kilobytes: Number.NaN };
}

function figuresOf({ ra, ours }: Record<"ra" | "ours", Measured>): Figure[] {
  const load = loadNow();
  const beside = (name: string, value: (one: Measured) => number, target: string): Figure => ({
    name: `web, ${name}`,
    ours: value(ours),
    baseline: value(ra),
    ratio: value(ours) / value(ra),
    target,
    load,
    note: `${RUNS} runs`,
  });
  const kilobytes = ({ js, css }: Sizes) => (js.br + css.br) / 1_000;
  const grown = ours.mem.after50.heapMB - ours.mem.start.heapMB;
  const chunk = existsSync(join(import.meta.dirname, "../../apps/web/dist/.vite/manifest.json"))
    ? largestRouteChunk()
    : undefined;
  return [
    beside("bytes to the login page, kB (brotli)", ({ bytes_login }) => kilobytes(bytes_login), "≤ 0.50"),
    beside("bytes to a list, kB (brotli)", ({ bytes_list }) => kilobytes(bytes_list), "≤ 0.62"),
    beside(
      "slow phone, first paint of the login page, ms",
      ({ load_slow4g_cpu4_login }) => load_slow4g_cpu4_login.fcp,
      "≤ 0.65",
    ),
    beside("slow phone, login page usable, ms", ({ load_slow4g_cpu4_login }) => load_slow4g_cpu4_login.rows, "≤ 0.50"),
    beside(
      "slow phone, rows of a list visible, ms",
      ({ load_slow4g_cpu4_list }) => load_slow4g_cpu4_list.rows,
      "≤ 0.50",
    ),
    beside(
      "slow phone, blocking time of a list, ms",
      ({ load_slow4g_cpu4_list }) => load_slow4g_cpu4_list.tbt,
      "≤ 0.25",
    ),
    beside("next page at CPU 4 ×, ms", ({ inter_cpu4 }) => inter_cpu4.next_med, "≤ 0.12"),
    beside("sort at CPU 4 ×, ms", ({ inter_cpu4 }) => inter_cpu4.sort_med, "≤ 0.3"),
    {
      name: "web, heap growth over 50 pages, MB",
      ours: grown,
      baseline: ra.mem.after50.heapMB - ra.mem.start.heapMB,
      ratio: grown,
      target: "≤ 4",
      load,
    },
    ...(chunk
      ? [
          {
            name: `web, largest chunk of one route (${chunk.name}), kB`,
            ours: chunk.kilobytes,
            baseline: 25,
            ratio: chunk.kilobytes,
            target: "≤ 25",
            load,
          },
        ]
      : []),
  ];
}

export async function benchWeb(): Promise<Figure[]> {
  prepare();
  const folder = mkdtempSync("/var/tmp/manilla-bench-web-");
  const sample = spawn(process.execPath, ["serve.mjs", join(SCRATCH, "apps/ra/dist"), String(REACT_ADMIN_PORT), "5"], {
    cwd: SCRATCH,
    stdio: "ignore",
  });
  const system = await startSystem(folder);
  try {
    const password = readFileSync(join(folder, "postgres-password"), "utf8").trim();
    const owner_url = `postgres://manilla_owner:${password}@127.0.0.1:${readFileSync(join(folder, "postgres-port"), "utf8").trim()}/manilla`;
    await fillPeople(owner_url, 2_000);
    await fillLoans(owner_url, 5_000);
    const apps = JSON.parse(readFileSync(join(SOURCE, "apps.json"), "utf8")) as Record<string, Record<string, unknown>>;
    apps["ours"] = {
      ...apps["ours"],
      base: system.address,
      cookies: [await cookieOf(system.address)],
      authScript: "0",
      ...SELECTORS,
    };
    writeFileSync(join(SCRATCH, "apps.json"), JSON.stringify(apps));
    const browser = findBrowser();
    const rows = await benchRows(system.address, browser);
    return [...figuresOf(await measure(browser)), ...rows];
  } finally {
    sample.kill();
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where our list shows what the script looks at. */
const SELECTORS = {
  list: "/admin/loans",
  row: "tbody tr",
  cell: "tbody tr td:nth-child(2)",
  next: "[aria-label='Next page']",
  sort: "th button",
  detail: "",
  minRows: 20,
};
