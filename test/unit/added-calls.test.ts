/** What the specification does not name says in one line why it exists. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as calls from "@manilla/contract/calls";
import type { Endpoint } from "@manilla/contract/endpoint";
import { describe, expect, it } from "vitest";

const FEATURES = join(import.meta.dirname, "../../apps/web/src/features");
const all = Object.entries(calls).flatMap(([noun, module]) =>
  Object.entries(module as Record<string, Partial<Endpoint>>)
    .filter(([, call]) => call.method !== undefined)
    .map(([name, call]) => ({ name: `${noun}.${name}`, call })),
);

describe("added calls and screens", () => {
  it("calls say why, and no specified call needs to", () => {
    expect(all.length).toBeGreaterThan(300);
    for (const { name, call } of all) expect(call.because !== undefined, name).toEqual(call.spec === "added");
  });

  it("screens say why in the line above their row", () => {
    const files = readdirSync(FEATURES, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith("screens.ts"),
    );
    const rows = files.flatMap((file) => {
      const lines = readFileSync(join(FEATURES, file), "utf8").split("\n");
      return lines.flatMap((line, at) =>
        /^\s*screen\(/.test(line) && `${line}${lines[at + 1]}`.includes('"added"')
          ? [{ row: `${file}:${at + 1}`, above: lines[at - 1] ?? "" }]
          : [],
      );
    });
    expect(rows.length).toBeGreaterThan(30);
    for (const { row, above } of rows) expect(above, `${row}`).toEqual(expect.stringMatching(/\/\/ Added: ./));
  });
});
