import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { chunkNames } from "./build/chunks.ts";
import { straightImports } from "./build/straight-imports.ts";
import { themeSheet } from "./build/theme-sheet.ts";

/** The kit's palette has fourteen colours in ten shades and four uses each; the design language has five of them. */
const unusedColours =
  /(?<=[{;\s])--mantine-color-(?:blue|cyan|grape|indigo|lime|orange|pink|teal|violet|yellow)-[\w-]+:[^;}]*;?/g;
const withoutUnusedColours: Plugin = {
  name: "without-unused-colours",
  enforce: "pre",
  transform: (code, id) =>
    id.includes("default-css-variables.css") ? { code: code.replace(unusedColours, ""), map: null } : undefined,
};

const CALLS = "virtual:calls";

/**
 * The generated call table is one file for people. Here it becomes one module for each noun, so that the sign-in page
 * does not carry the calls of every screen: a chunk gets the nouns that it uses.
 */
const callsByNoun = (): Plugin => {
  const nouns = new Map<string, string>();
  return {
    name: "calls-by-noun",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id.startsWith(CALLS) ? `\0${id}` : undefined),
    load: (id) =>
      id === `\0${CALLS}`
        ? [...nouns.keys()].map((noun) => `export * as ${noun} from "${CALLS}/${noun}";`).join("\n")
        : nouns.get(id.replace(`\0${CALLS}/`, "")),
    transform(code, id) {
      if (!id.endsWith("/calls.gen.ts")) return undefined;
      for (const [, noun = "", body = ""] of code.matchAll(/^ {2}(\w+): \{\n((?: {4}\w+: .*,\n)*) {2}\},$/gm)) {
        nouns.set(noun, body.replace(/^ {4}(\w+): (.*),$/gm, "const call_$1 = $2;\nexport { call_$1 as $1 };"));
      }
      if (nouns.size === 0) this.error("calls.gen.ts does not look as expected: has its generator changed?");
      return { code: `export * as calls from "${CALLS}";`, map: null };
    },
  };
};

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [callsByNoun(), react(), straightImports(), themeSheet(), withoutUnusedColours],
  build: {
    outDir: "dist",
    target: "es2023",
    manifest: true,
    // No inlined scripts or data addresses: the content security policy allows only files of our own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The time that plugins took is of no use at start.
      checks: { bundlerTimings: false },
      ...(!isSsrBuild && {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ debugName: "layers", name: chunkNames(`${import.meta.dirname}/src`) }],
          },
        },
      }),
    },
  },
}));
