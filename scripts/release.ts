/**
 * `npm run release [-- <platform>]`: a folder that runs with Node 24 and a `DATABASE_URL`, without a compiler and without development packages:
 * sources (Node 24 strips their types), the built web application, the packages of the lockfile that production needs. Native parts are those of one
 * platform, `linux-x64`, `linux-arm64`, `linux-x64-musl` …, by default this machine's; what is not installed here comes from the registry and is
 * checked against the lockfile.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWebApplication } from "./build.ts";

const repository = join(import.meta.dirname, "..");

/** An entry of package-lock.json. */
interface Locked {
  version: string;
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
type Lock = Record<string, Locked>;

interface Platform {
  os: string;
  cpu: string;
  libc: string | undefined;
}

/** @throws Error for a word that is no platform */
export function readPlatform(word: string | undefined): Platform {
  if (word === undefined) {
    const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
    const libc = header.glibcVersionRuntime ? "glibc" : "musl";
    return { os: process.platform, cpu: process.arch, libc: process.platform === "linux" ? libc : undefined };
  }
  const [, os = "", cpu = "", musl] = /^(linux|darwin|win32)-(x64|arm64)(-musl)?$/.exec(word) ?? [];
  if (os === "" || (musl && os !== "linux"))
    throw new Error(`${word} is no platform; write linux-x64, linux-arm64, linux-x64-musl, darwin-arm64 or win32-x64.`);
  return { os, cpu, libc: os === "linux" ? (musl ? "musl" : "glibc") : undefined };
}

const suits = (wanted: readonly string[] | undefined, value: string | undefined): boolean =>
  wanted === undefined ||
  value === undefined ||
  (wanted.some((word) => word.startsWith("!")) ? !wanted.includes(`!${value}`) : wanted.includes(value));

/**
 * The packages that production needs on a platform: what the root's dependencies reach, each where Node would find it.
 * What is optional for the root (Node itself, the embedded database) is for development.
 * @returns their paths in the lockfile
 */
export function productionPackages(lock: Lock, { os, cpu, libc }: Platform): string[] {
  const found = new Set<string>();
  const visit = (from: string, name: string, isOptional: boolean): void => {
    let folder = from;
    let path = "";
    for (;;) {
      path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      if (lock[path] || folder === "") break;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")));
    }
    const entry = lock[path];
    if (!entry && isOptional) return;
    if (!entry) throw new Error(`The lockfile has no ${name}, which ${from || "Manilla"} needs.`);
    if (!suits(entry.os, os) || !suits(entry.cpu, cpu) || !suits(entry.libc, libc)) return;
    if (found.has(path)) return;
    found.add(path);
    visitAll(path, entry);
  };
  const visitAll = (path: string, entry: Locked): void => {
    for (const name of Object.keys(entry.dependencies ?? {}))
      visit(path, name, entry.optionalDependencies?.[name] !== undefined);
    for (const name of Object.keys(entry.peerDependencies ?? {}))
      if (!entry.peerDependenciesMeta?.[name]?.optional) visit(path, name, false);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) if (path !== "") visit(path, name, true);
  };
  const { optionalDependencies: _development, ...root } = lock[""]!;
  visitAll("", root);
  return [...found].toSorted();
}

/** Fetches a package that is not installed here, because it is for another platform. @throws Error when it is not what the lockfile says */
function fetchPackage(path: string, { version, integrity }: Locked, to: string): void {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const folder = mkdtempSync(join(tmpdir(), "manilla-package-"));
  try {
    const packed = execFileSync("npm", ["pack", `${name}@${version}`, "--silent", "--pack-destination", folder], {
      encoding: "utf8",
    });
    const file = join(folder, packed.trim());
    const hash = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    if (hash !== integrity) throw new Error(`${name}@${version} is not what the lockfile says.`);
    mkdirSync(to, { recursive: true });
    execFileSync("tar", ["-xzf", file, "-C", to, "--strip-components=1"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For people and compilers, not for a server. */
const NOT_RUN = /\.map$|\.d\.[mc]?ts$/;

function copyPackages(folder: string, platform: Platform): void {
  const lock = (JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as { packages: Lock }).packages;
  for (const path of productionPackages(lock, platform)) {
    const [from, to] = [join(repository, path), join(folder, path)];
    if (!existsSync(from)) fetchPackage(path, lock[path]!, to);
    else
      cpSync(from, to, {
        recursive: true,
        filter: (file) => !NOT_RUN.test(file) && !file.slice(from.length).includes("/node_modules"),
      });
  }
}

/** Our own sources, without tests. They are linked into node_modules: Node strips no types from what lies inside it. */
function copySources(folder: string): void {
  const isProduct = (file: string): boolean => !/\.test\.tsx?$|\/(node_modules|test)$/.test(file);
  const whole = ["apps/api", "packages", "bin", "deploy", "docs/operations", "apps/web/dist"];
  const files = [
    "apps/web/package.json",
    "docs/openapi.json",
    "docs/security.md",
    "CHANGELOG.md",
    ...[
      "audit-months",
      "find-database",
      "first-administrators",
      "ledger-months",
      "ledger-verify",
      "postgres",
      "rotate-master-key",
    ].map((name) => `scripts/${name}.ts`),
  ];
  for (const path of [...whole, ...files])
    cpSync(join(repository, path), join(folder, path), { recursive: true, filter: isProduct });
  mkdirSync(join(folder, "node_modules/@manilla"), { recursive: true });
  for (const name of ["contract", "credit", "ledger"])
    symlinkSync(join("../../packages", name), join(folder, "node_modules/@manilla", name), "dir");
}

const commit = (): string | undefined => {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: repository,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined; // A copy without its history.
  }
};

const manifest = () =>
  JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license: string;
    engines: { node: string };
  };
const defaultFolder = (): string => join(repository, "release", `${manifest().name}-${manifest().version}`);

/**
 * Makes the release of this version, in the place of an earlier one.
 * @param folder default `release/manilla-<version>`
 * @returns the folder
 */
export async function makeRelease(platform: Platform, folder?: string): Promise<string> {
  await (
    await buildWebApplication(() => console.log("Building the web application …"))
  ).compressed;
  const { name, version, license, engines } = manifest();
  const target = folder ?? defaultFolder();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  copySources(target);
  copyPackages(target, platform);
  const own = { name, version, private: true, license, type: "module", engines: { ...engines, node: ">=24" } };
  writeFileSync(join(target, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  writeFileSync(join(target, "release.json"), `${JSON.stringify({ version, commit: commit(), platform }, null, 2)}\n`);
  return target;
}

if (import.meta.main) {
  try {
    const word = process.argv[2];
    const folder = await makeRelease(readPlatform(word), word && `${defaultFolder()}-${word}`);
    console.log(`${folder}\nStart it with: DATABASE_URL=… node ${join(folder, "bin/manilla.mjs")}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
