/** A class that a component takes from its style sheet is in it: a wrong name is no error, only a gap that is missing on the screen. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

it("each class of a style sheet that a component names is there", () => {
  let named = 0;
  const missing: string[] = [];
  for (const file of globSync("apps/web/src/**/*.tsx")) {
    const text = readFileSync(file, "utf8");
    for (const [, name = "", sheet = ""] of text.matchAll(/import (\w+) from "([^"]+\.module\.css)";/g)) {
      const css = readFileSync(join(dirname(file), sheet), "utf8");
      for (const [, own = ""] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)(?!["\\w])`, "g"))) {
        named += 1;
        if (!new RegExp(`\\.${own}(?![\\w-])`).test(css)) missing.push(`${file}: ${own}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(500);
});
