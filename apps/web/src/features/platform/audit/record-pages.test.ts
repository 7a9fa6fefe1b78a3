import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recordPages } from "./record-pages.ts";

const routes = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../../../docs/routes.json"), "utf8")) as {
  path: string;
}[];

it("each kind of record in the audit trail leads to a page that is there", () => {
  const paths = routes.map(({ path }) => path.replace(/\{\w+\}$/, "{id}"));
  const missing = Object.values(recordPages).filter((page) => !paths.includes(`/{accountType}/${page}/{id}`));
  expect(Object.keys(recordPages).length).toBeGreaterThan(12);
  expect(missing).toEqual([]);
});
