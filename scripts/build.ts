import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

const repository = join(import.meta.dirname, "..");
const built = join(repository, "apps/web/dist");

/** Everything that the built application is made of. */
function fingerprint(): string {
  const hash = createHash("sha256").update(readFileSync(join(repository, "package-lock.json")));
  for (const folder of ["apps/web", "packages/contract/src", "packages/credit/src"]) {
    for (const entry of readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !path.includes("/dist/") && !path.includes("/node_modules/"))
        hash.update(path).update(readFileSync(path));
    }
  }
  return hash.digest("hex");
}

/** Compressed once here rather than on every request. */
async function compressAll(): Promise<void> {
  const files = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?js|css|html|svg|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  // Node compresses as many at once as the machine has cores for.
  await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(path);
      if (bytes.length < 1_024) return;
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      for (const [name, content] of [
        [`${path}.br`, brotli],
        [`${path}.gz`, gzipped],
      ] as const) {
        // Served meanwhile: nobody gets half of one.
        writeFileSync(`${name}.part`, content);
        renameSync(`${name}.part`, name);
      }
    }),
  );
}

/** In a process of its own: the bundler sets NODE_ENV, which the application reads. */
const run = (words: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: join(repository, "apps/web"), stdio: "inherit" });
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("The web application did not build."))));
  });

/**
 * Builds the web application, unless nothing has changed since the last time.
 * @param onBuild called before it is built
 * @returns when it can be served; `compressed` settles when its files are also there compressed, and the build is whole
 */
export async function buildWebApplication(onBuild: () => void): Promise<{ compressed: Promise<void> }> {
  const [mark, compressedMark] = [join(built, ".fingerprint"), join(built, ".compressed")];
  const now = fingerprint();
  const isOf = (file: string): boolean => existsSync(file) && readFileSync(file, "utf8") === now;
  const compress = (): Promise<void> => compressAll().then(() => writeFileSync(compressedMark, now));
  if (isOf(mark)) return { compressed: isOf(compressedMark) ? Promise.resolve() : compress() };
  onBuild();
  await run([join(repository, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"]);
  await run([join(import.meta.dirname, "build-pages.ts")]);
  writeFileSync(mark, now);
  return { compressed: compress() };
}

if (import.meta.main) await (await buildWebApplication(() => console.log("Building the web application …"))).compressed;
