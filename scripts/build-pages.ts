/**
 * What the server knows of every page of the web application before its scripts run: the files that it needs, so that the browser fetches all
 * of them at once instead of one after the other; what it will ask the server first; and what can be shown meanwhile (`dist/.vite/pages.json`).
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as nouns from "../packages/contract/src/calls.gen.ts";
import { type DeclaredRow, declaredRows } from "./generate-screens.ts";

const web = join(import.meta.dirname, "../apps/web");

interface ManifestEntry {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, ManifestEntry>;

/** One address of a screen. */
interface PageFiles {
  /** As the router writes it: `/admin/users/:id`. */
  path: string;
  /** Behind the door: fetched only for somebody who has a session. */
  is_open: boolean;
  /** Drawn inside the frame. */
  has_frame: boolean;
  scripts: string[];
  styles: string[];
  /** Addresses of the first requests, as the screen will make them; after a space the call's own path where it has parameters. */
  asks: string[];
}

/** Scripts and styles of some modules with everything they import, what is imported before what imports it. */
function filesOf(
  manifest: Manifest,
  roots: readonly string[],
  without: ReadonlySet<string>,
): { scripts: string[]; styles: string[] } {
  const [scripts, styles, seen] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const visit = (key: string): void => {
    const entry = manifest[key];
    if (!entry || seen.has(key)) return;
    seen.add(key);
    entry.imports?.forEach(visit);
    scripts.add(entry.file);
    entry.css?.forEach((file) => styles.add(file));
  };
  roots.forEach(visit);
  const wanted = (files: Set<string>): string[] => [...files].filter((file) => !without.has(file));
  return { scripts: wanted(scripts), styles: wanted(styles) };
}

interface KnownCall {
  path: string;
  method: string;
  can: string | readonly string[];
  list?: { default_sort: { column: string; order: string } };
}
const isCall = (value: unknown): value is KnownCall =>
  typeof value === "object" && value !== null && "path" in value && "method" in value;
const reads = new Map(
  Object.values(nouns)
    .flatMap((noun) => Object.values(noun as Record<string, unknown>))
    .filter(isCall)
    .filter(({ method }) => method === "GET")
    .map((call) => [call.path, call]),
);

/** The address of a call as the screen asks it first; a list's first page in its own order. @throws Error when there is no such call, or not everybody of those with a permission to open the screen may make it */
function firstAsk(path: string, screen: DeclaredRow): string {
  const [written = "", query] = path.split("?");
  const template = written.replaceAll(/=[^}]*\}/g, "}");
  const bare = written.replaceAll(/\{\w+=([^}]*)\}/g, "$1");
  const call = reads.get(template);
  if (!call || bare.includes("{"))
    throw new Error(`${screen.path} asks ${path} first, which is no call, or one whose parameters are not said.`);
  const suffix = template === bare ? "" : ` ${template}`;
  const mayAll =
    call.can === "signed_in" || screen.can === "*" || screen.can.every((permission) => call.can.includes(permission));
  if (!mayAll) throw new Error(`${screen.path} asks ${path} first, which not everybody may who may open it.`);
  if (!call.list || query !== undefined) return `/api${bare}${query === undefined ? "" : `?${query}`}${suffix}`;
  return `/api${bare}?page=1&limit=20&sortColumn=${call.list.default_sort.column}&sortOrder=${call.list.default_sort.order}${suffix}`;
}

async function pages(): Promise<PageFiles[]> {
  const manifest = JSON.parse(readFileSync(join(web, "dist/.vite/manifest.json"), "utf8")) as Manifest;
  // A variable keeps the server's type check out of the browser's sources, which have a configuration of their own.
  const screens = await declaredRows();
  const addresses = join(web, "src/app/addresses.ts");
  const { addressesOf } = (await import(addresses)) as {
    addressesOf: (screen: DeclaredRow) => { path: string; type: string | undefined }[];
  };
  const asksOf = ({ asks = [] }: DeclaredRow, type: string | undefined): readonly string[] =>
    Array.isArray(asks) ? asks : ((asks as Readonly<Record<string, readonly string[] | undefined>>)[type ?? ""] ?? []);
  const entry = filesOf(manifest, ["index.html"], new Set());
  const already = new Set([...entry.scripts, ...entry.styles]);
  return screens.flatMap((screen) => {
    const is_open = screen.audience === "public" || screen.audience === "guest";
    const files = filesOf(manifest, [...(is_open ? [] : ["src/app/signed-in.tsx"]), `src/${screen.file}`], already);
    return addressesOf(screen).map(({ path, type }) => ({
      path,
      is_open,
      has_frame: !is_open && !screen.bare,
      ...files,
      asks: asksOf(screen, type).map((path) => firstAsk(path, screen)),
    }));
  });
}

/** Renders what is shown before any script runs, by a build of its own for this side. */
async function markup(): Promise<{ login: string; frame: string }> {
  const { build } = await import("vite");
  const folder = join(web, "dist/.prerender");
  await build({
    configFile: join(web, "vite.config.ts"),
    root: web,
    logLevel: "error",
    build: { ssr: "src/app/prerender.tsx", outDir: folder, emptyOutDir: true, manifest: false, copyPublicDir: false },
  });
  try {
    const made = (await import(pathToFileURL(join(folder, "prerender.js")).href)) as {
      loginMarkup: () => string;
      frameMarkup: () => string;
    };
    return { login: made.loginMarkup(), frame: made.frameMarkup() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

writeFileSync(join(web, "dist/.vite/pages.json"), JSON.stringify({ pages: await pages(), ...(await markup()) }));
