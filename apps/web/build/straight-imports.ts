import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const modules = join(import.meta.dirname, "../../../node_modules");
const kits: Readonly<Record<string, string>> = {
  "@mantine/core": "@mantine/core/esm/index.mjs",
  "@mantine/hooks": "@mantine/hooks/esm/index.mjs",
};

/** Where each name of a package's index comes from: the file, and the name there. */
function originsOf(index: string): Map<string, { file: string; name: string }> {
  const origins = new Map<string, { file: string; name: string }>();
  for (const [, names = "", from = ""] of readFileSync(index, "utf8").matchAll(
    /import\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g,
  )) {
    for (const spec of names.split(",")) {
      const [name = "", local = name] = spec.trim().split(/\s+as\s+/);
      if (name) origins.set(local, { file: join(dirname(index), from), name });
    }
  }
  return origins;
}

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["'](@mantine\/(?:core|hooks))["'];?/g;

/**
 * `import { Button } from "@mantine/core"` names a file that names everything in the kit, so that nobody can tell what a module really
 * needs. Here it becomes an import of the one file that has it: layers of chunks are then laid out by true needs (`chunks.ts`).
 */
export const straightImports = (): Plugin => {
  const origins = new Map(Object.entries(kits).map(([kit, index]) => [kit, originsOf(join(modules, index))]));
  return {
    name: "straight-imports",
    apply: "build",
    transform(code, id) {
      if (!/\.m?[jt]sx?$/.test(id) || !code.includes("@mantine/")) return undefined;
      const straight = code.replace(IMPORT, (whole, names: string, kit: string) => {
        const lines = names
          .split(",")
          .filter((spec) => spec.trim() !== "")
          .map((spec) => {
            const [name = "", local = name] = spec.trim().split(/\s+as\s+/);
            const origin = origins.get(kit)?.get(name);
            return origin ? `import { ${origin.name} as ${local} } from "${origin.file}";` : undefined;
          });
        return lines.includes(undefined) ? whole : lines.join(" ");
      });
      return straight === code ? undefined : { code: straight, map: null };
    },
  };
};
