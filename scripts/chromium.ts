/**
 * Finds a browser for the tests: Chromium's headless shell that an npm package ships (it takes a quarter less of the processor than the whole browser), else
 * the system's, else Debian's package when root.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import packages from "../package.json" with { type: "json" };

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

const isUsable = (path: string, environment: Record<string, string> = {}): boolean =>
  existsSync(path) &&
  spawnSync(path, ["--version"], { timeout: 20_000, env: { ...process.env, ...environment } }).status === 0;

/** Where it is unpacked once for all working copies. */
const SHELL_FOLDER = `/var/tmp/manilla-chromium-${packages.devDependencies["@sparticuz/chromium"]}`;

function unpackShell(): void {
  if (existsSync(SHELL_FOLDER)) return;
  const unpacked = mkdtempSync(`${SHELL_FOLDER}-`);
  // The package unpacks its libraries only when it believes to run there.
  const environment = { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };
  spawnSync(process.execPath, [join(import.meta.dirname, "unpack-chromium.ts")], { env: environment });
  try {
    renameSync(unpacked, SHELL_FOLDER);
  } catch {
    // Somebody else was faster.
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** @returns the shell with what it wants of the environment: its own libraries and fonts where the machine has none */
function shippedBrowser(): Browser | undefined {
  unpackShell();
  const path = join(SHELL_FOLDER, "chromium");
  const fonts: Record<string, string> = existsSync("/etc/fonts/fonts.conf")
    ? {}
    : { FONTCONFIG_PATH: join(SHELL_FOLDER, "fonts") };
  const environment = [fonts, { ...fonts, LD_LIBRARY_PATH: join(SHELL_FOLDER, "al2023/lib") }].find((each) =>
    isUsable(path, each),
  );
  return environment && { path, found: "headless shell of the npm package @sparticuz/chromium", environment };
}

/** @throws Error with what to do when there is no browser to be had; the browser tests are never skipped in silence */
export function findBrowser(): Browser {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isUsable(given)) throw new Error(`CHROMIUM_PATH=${given} is not a browser that starts.`);
    return { path: given, found: "CHROMIUM_PATH", environment: {} };
  }
  const shipped = shippedBrowser();
  if (shipped) return shipped;
  const system = PLACES.find((path) => isUsable(path));
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
    const installed = PLACES.find((path) => isUsable(path));
    if (installed) return { path: installed, found: "Debian's package chromium, installed now", environment: {} };
  }
  throw new Error("No browser found. Install Chromium, or set CHROMIUM_PATH to one.");
}
