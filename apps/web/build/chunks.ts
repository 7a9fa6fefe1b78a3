/**
 * Which modules travel together. On a phone's line a page is slow by its round trips as much as by its bytes: left alone, the bundler makes forty
 * small files for a list. Here four layers are laid out by what reaches them, so that no page loads a layer for the sake of one module in it.
 */

/** What is known of a module while chunks are made. */
interface Known {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** React and the router change rarely: a chunk of their own stays in the browser's cache over many releases. */
const VENDOR = /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser)\//;

/** A noun's calls are reached through a table of all nouns, which hides what is used: here the chunk is named. */
const CALLS_OF_THE_FRAME = /virtual:calls\/(approvalChains|approvals|complaints|notifications|people|savedViews)$/;

/** Cells of every table behind the door, long lists or not. */
const CELLS = /shared\/list\/columns\.tsx$|shared\/people\/(toned\.tsx|names\.ts)$|contract\/src\/fields\.ts$/;

/** Where each layer begins, below `src/`. */
const roots = {
  entry: "main.tsx",
  door: "features/platform/session/login-screen.tsx",
  frame: "app/signed-in.tsx",
  list: "shared/list/list-page.tsx",
} as const;
type Root = keyof typeof roots;

function reachedFrom(id: string, known: Known): Set<string> {
  const reached = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(known.getModuleInfo(next)?.importedIds ?? []));
  }
  return reached;
}

/**
 * Names the chunk of a module: `vendor`; `base` (sign-in page and what is behind it), `form` (sign-in page and other forms), `frame` (behind the door),
 * `list` (lists only); undefined for what the entry reaches and for all else, which the bundler divides by itself.
 * @param source the folder `src`, absolute
 */
export function chunkNames(source: string): (id: string, known: Known) => string | undefined {
  let reached: Record<Root, Set<string>> | undefined;
  return (id, known) => {
    if (VENDOR.test(id)) return "vendor";
    if (CALLS_OF_THE_FRAME.test(id)) return "frame";
    if (CELLS.test(id)) return "frame";
    if (id.includes("virtual:calls")) return undefined;
    reached ??= Object.fromEntries(
      Object.entries(roots).map(([root, file]) => [root, reachedFrom(`${source}/${file}`, known)]),
    ) as Record<Root, Set<string>>;
    const { entry, door, frame, list } = reached;
    if (entry.has(id) || id.endsWith(roots.door) || id.endsWith(roots.frame)) return undefined;
    if (door.has(id)) return frame.has(id) || list.has(id) ? "base" : "form";
    if (frame.has(id)) return "frame";
    return list.has(id) ? "list" : undefined;
  };
}
