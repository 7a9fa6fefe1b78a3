import { describe, expect, it } from "vitest";
import { readDay } from "./mbs.ts";

describe("days in a bank's statement", () => {
  it.each([
    ["2026-01-31T00:00:00", "2026-01-31"],
    ["2026-01-31 10:11:12", "2026-01-31"],
    ["31-01-2026", "2026-01-31"],
    ["31/01/2026", "2026-01-31"],
    ["31-Jan-2026", "2026-01-31"],
    ["1 September 2026", "2026-09-01"],
  ])("%s is read", (text, day) => {
    expect(readDay(text)).toBe(day);
  });
  it.each(["", "yesterday", "31-13-2026", "00-01-2026", "31-Foo-2026", "2026"])(
    "%s is refused, not guessed",
    (text) => {
      expect(() => readDay(text)).toThrow("cannot be read");
    },
  );
});
