/**
 * A button is there for those whose call is not refused with 403. A declared action is its call. What the browser sends by a form or by hand is reached only
 * through something that asks for a permission of the same call: its screen, a guard (`useMay`, `can:`), or an action.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { Endpoint } from "@manilla/contract/endpoint";
import { expect, it } from "vitest";
import { calls as web } from "../../apps/web/src/shared/api/calls.gen.ts";
import { allCalls } from "../../scripts/generate-permissions.ts";

const served = new Map(allCalls().map(({ name, call }) => [name, call]));
const inBrowser = (name: string): Endpoint => {
  const [noun = "", own = ""] = name.split(".");
  // The generated client has a type for each call; here they are looked up by name.
  return (web as unknown as Record<string, Record<string, Endpoint>>)[noun]![own]!;
};
/** Several actions behind one call. */
const choicesOf = (call: Endpoint): Endpoint[] =>
  Object.values((call as { choices?: Record<string, Endpoint> }).choices ?? {});

it("an action asks for the permission of the call that it sends, in the browser as on the server", () => {
  let actions = 0;
  for (const [name, call] of served) {
    const shown = inBrowser(name);
    expect(shown.can, name).toEqual(call.can);
    expect(shown.audience, name).toEqual(call.audience);
    expect(shown.path, name).toEqual(call.path);
    for (const choice of [...choicesOf(call), ...choicesOf(shown)]) {
      expect(choice.path, name).toEqual(call.path);
      expect(choice.method, name).toEqual(call.method);
      // A choice may ask for one of the call's permissions alone (C248), never for another.
      expect(call.can, name).toEqual(expect.arrayContaining([...choice.can]));
    }
    if ("action" in call) actions += 1;
  }
  expect(actions).toBeGreaterThan(60);
});

const files = new Map(
  globSync("apps/web/src/**/*.{ts,tsx}")
    .filter((file) => !file.includes(".gen.") && !file.includes(".test."))
    .map((file) => [file, readFileSync(file, "utf8")]),
);
const parts = (list = ""): [alias: string, name: string][] =>
  list.split(",").flatMap((part) => {
    const [name = "", alias = name] = part.split(":").map((word) => word.trim());
    return name ? [[alias, name]] : [];
  });

/** Where a file mentions a call, under the name it imports it by. */
function mentionsIn(text: string): { at: number; name: string }[] {
  const own = [...text.matchAll(/const \{([^}]*)\} = calls\.(\w+);/g)].flatMap(([, list, noun]) =>
    parts(list).map(([alias, name]) => ({ pattern: `(?<![\\w."'])${alias}\\b(?!["'=:])`, name: `${noun}.${name}` })),
  );
  const nouns = new Map([
    ...[...text.matchAll(/const (\w+) = calls\.(\w+);/g)].map(([, alias = "", noun = ""]) => [alias, noun] as const),
    ...[...text.matchAll(/const \{([^}]*)\} = calls;/g)].flatMap(([, list]) => parts(list)),
  ]);
  return [
    ...[...text.matchAll(/calls\.(\w+)\.(\w+)/g)].map((found) => ({
      at: found.index,
      name: `${found[1]}.${found[2]}`,
    })),
    ...own.flatMap(({ pattern, name }) =>
      [...text.matchAll(new RegExp(pattern, "g"))].map(({ index: at }) => ({ at, name })),
    ),
    ...[...nouns].flatMap(([alias, noun]) =>
      [...text.matchAll(new RegExp(`(?<![\\w.])${alias}\\.(\\w+)`, "g"))].map((found) => ({
        at: found.index,
        name: `${noun}.${found[1]}`,
      })),
    ),
  ].filter(({ name }) => served.has(name));
}

const SENDS = /\b(useCallForm|useAction|send)\(\s*(\w+ \? \w+ : )?$/;
const SAYS_ONLY = /(typeof |of=\{|useCall\(\s*|useRecord\(\s*)$/;
const sends = new Map<string, Set<string>>();
const asksFor = new Map<string, Set<string>>();
const importers = new Map<string, Set<string>>();
const add = (map: Map<string, Set<string>>, key: string, value: string): void =>
  void map.set(key, (map.get(key) ?? new Set()).add(value));
for (const [file, text] of files) {
  for (const { at, name } of mentionsIn(text)) {
    const before = text.slice(Math.max(0, at - 60), at);
    if (SENDS.test(before)) add(sends, file, name);
    else if (!SAYS_ONLY.test(before)) add(asksFor, file, name);
  }
  for (const [, path = ""] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g))
    add(importers, normalize(join(dirname(file), path)), file);
  // A screen has the permission that its row says, in words or by a call.
  const [, screen] = /\/([\w-]+)-screen\.tsx$/.exec(file) ?? [];
  if (screen) add(importers, file, join(dirname(file), "screens.ts"));
}

/** Whether the file, or what leads to it in a few steps, asks for a permission of this call. */
function isGuarded(file: string, can: readonly string[]): boolean {
  let layer = new Set([file]);
  for (let step = 0; step < 4; step += 1) {
    for (const each of layer) {
      const asked = [...(asksFor.get(each) ?? [])].map((name) => served.get(name)!.can);
      const said = [...(files.get(each) ?? "").matchAll(/"(\w+:can_\w+)"/g)].map(([, slug = ""]) => [slug]);
      if ([...asked, ...said].some((each) => typeof each !== "string" && each.every((slug) => can.includes(slug))))
        return true;
    }
    layer = new Set([...layer].flatMap((each) => [...(importers.get(each) ?? [])]));
  }
  return false;
}

it("what is sent by a form or by hand is behind something that asks for its permission", () => {
  const changing = [...sends].flatMap(([file, names]) =>
    [...names].flatMap((name) => {
      const { can, method, audience } = served.get(name)!;
      const isStaffs = [audience].flat().some((each) => each === "admin");
      return typeof can === "string" || method === "GET" || !isStaffs ? [] : [{ file, name, can }];
    }),
  );
  expect(changing.length).toBeGreaterThan(40);
  expect(
    changing.filter(({ file, can }) => !isGuarded(file, can)).map(({ file, name }) => `${name} in ${file}`),
  ).toEqual(
    // The server says with the views whether one may (`may_set_defaults`).
    ["savedViews.setDefault in apps/web/src/shared/list/saved-views.ts"],
  );
});
