import { type FSWatcher, readFileSync, watch } from "node:fs";
import { join } from "node:path";

/** What has to be made new after a change of sources. */
export interface Work {
  api: boolean;
  sandbox: boolean;
  /** Targets of scripts/generate.ts that the running world needs now. */
  generate: string[];
  /** Targets that only people read: made when there is time. */
  generate_later: string[];
}

const TESTS = /(^|\/)test\/|\.test\.tsx?$/;
const GENERATED = /\.gen\.\w+$/;
/** What editors write beside a file. */
const SCRATCH = /(^|\/)(\.|#)|[~]$|\.sw[a-z]$|\/(node_modules|dist)\//;

/**
 * Says what follows from changed files (paths in the repository). Files of the web application follow by Vite.
 * @returns undefined when nothing follows
 */
export function workOf(files: readonly string[]): Work | undefined {
  const changed = files.filter((file) => !TESTS.test(file) && !GENERATED.test(file) && !SCRATCH.test(file));
  const has = (pattern: RegExp): boolean => changed.some((file) => pattern.test(file));
  const isContract = has(/^packages\/contract\/src\/.*\.ts$/);
  const isScreens = has(/^apps\/web\/src\/(features\/.*\/screens|shared\/screens)\.ts$/);
  const work: Work = {
    // The list of nouns is generated, and runs.
    api:
      isContract ||
      files.some((file) => /^packages\/.*\.gen\.ts$/.test(file)) ||
      has(/^(apps\/api|packages\/(ledger|credit))\/.*\.(ts|sql)$/),
    sandbox: has(/^apps\/sandbox\/.*\.ts$/),
    generate: [
      ...(has(/^(apps\/api|packages\/ledger)\/.*\.sql$/) ? ["types"] : []),
      ...(isContract ? ["nouns", "calls"] : []),
      ...(isContract || isScreens ? ["openScreens", "screens", "lists"] : []),
    ],
    generate_later: [
      ...(isContract ? ["openapi", "permissions", "logins"] : []),
      ...(has(/^apps\/api\/src\/demo\/people\.ts$/) ? ["logins"] : []),
      ...(isContract || isScreens ? ["routes"] : []),
    ],
  };
  return work.api || work.sandbox || work.generate_later.length > 0 ? work : undefined;
}

/** Changes of one save come together. */
const QUIET_MILLISECONDS = 60;

/**
 * Watches the sources of a repository and tells of changed files, several of one moment together. A file whose text did not change is left out.
 * @returns stops watching
 */
export function watchSources(repository: string, onChange: (files: string[]) => void): () => void {
  const changed = new Set<string>();
  const texts = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  const isNew = (file: string): boolean => {
    let text = "";
    try {
      text = readFileSync(join(repository, file), "utf8");
    } catch {
      // Deleted, or a folder.
    }
    const before = texts.get(file);
    texts.set(file, text);
    return before !== text;
  };
  const tell = (): void => {
    const files = [...changed].filter(isNew);
    changed.clear();
    if (files.length > 0) onChange(files);
  };
  const watchers: FSWatcher[] = ["apps", "packages"].map((folder) =>
    watch(join(repository, folder), { recursive: true }, (_, file) => {
      if (file === null || SCRATCH.test(`${folder}/${file}`)) return;
      changed.add(`${folder}/${file}`);
      clearTimeout(timer);
      timer = setTimeout(tell, QUIET_MILLISECONDS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
