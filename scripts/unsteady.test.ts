import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Failure, runOnceMore } from "./once-more.ts";
import { keepUnsteady, remember, takeOff } from "./unsteady.ts";

const folder = mkdtempSync(join(tmpdir(), "manilla-unsteady-"));
const list = join(folder, "unsteady.json");
const listed = (): Failure[] => JSON.parse(readFileSync(list, "utf8")) as Failure[];
const journey: Failure = { file: "journey.spec.ts", title: "is paid out once" };
const guards: Failure = { file: "guards.spec.ts", title: "a wrong password" };

beforeEach(() => {
  writeFileSync(list, "[]\n");
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a test that passes only the second time", () => {
  /** Fails with these the first time, and with those the second time. */
  const runs = (first: readonly Failure[], second: readonly Failure[] = []) => {
    const asked: (readonly string[])[] = [];
    const run = (files: readonly string[]) => Promise.resolve(asked.push(files) === 1 ? first : second);
    return { asked, passed: runOnceMore(run, [], (unsteady) => keepUnsteady(unsteady, list)) };
  };

  it("passes once and is on the list with its day and commit", async () => {
    const { asked, passed } = runs([journey]);
    expect(await passed).toBe(true);
    expect(asked).toEqual([[], ["journey.spec.ts"]]);
    expect(listed()).toEqual([
      { ...journey, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, commit: expect.any(String) as string },
    ]);
  });

  it("fails the next time, however well it passes when it is run once more", async () => {
    expect(await runs([journey]).passed).toBe(true);
    expect(await runs([journey]).passed).toBe(false);
    expect(await runs([guards]).passed).toBe(true);
    expect(listed()).toHaveLength(2);
  });

  it("is forgiven when it was mended and taken off the list", async () => {
    expect(await runs([journey, guards]).passed).toBe(true);
    expect(takeOff("paid out", list)).toMatchObject([journey]);
    expect(await runs([journey]).passed).toBe(true);
    expect(await runs([guards]).passed).toBe(false);
  });

  it("is forgotten after thirty days", () => {
    const before = [{ ...journey, date: "2026-10-01", commit: "1" }];
    expect(remember(before, [journey], { date: "2026-10-31", commit: "2" }).again).toEqual([journey]);
    const later = remember(before, [journey], { date: "2026-11-01", commit: "2" });
    expect(later).toEqual({ again: [], list: [{ ...journey, date: "2026-11-01", commit: "2" }] });
  });

  it("that fails both times fails, and is not written down", async () => {
    expect(await runs([journey], [journey]).passed).toBe(false);
    expect(listed()).toEqual([]);
  });
});
