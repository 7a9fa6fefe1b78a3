import { describe, expect, it } from "vitest";
import { createProgress } from "./progress.ts";

describe("what a long command says of itself", () => {
  const record = (isTTY: boolean) => {
    const written: string[] = [];
    let time = 0;
    const progress = createProgress({ isTTY, write: (text: string) => written.push(text) }, () => time);
    return { written, progress, pass: (milliseconds: number) => (time += milliseconds) };
  };

  it("is one line that moves on a terminal, and is gone at the end", () => {
    const { written, progress, pass } = record(true);
    progress.say("Living the demo's past", "2026-08-14, day 1 of 125");
    pass(2_000);
    progress.say("Living the demo's past", "2026-08-15, day 2 of 125");
    progress.end();
    expect(written.join("")).not.toContain("\n");
    expect(written.at(-2)).toContain("Living the demo's past: 2026-08-15, day 2 of 125 (2 s)");
    expect(written.at(-1)).toBe("\r\u001B[2K");
  });

  it("is a line for each stage, and a detail now and then, without a terminal", () => {
    const { written, progress, pass } = record(false);
    progress.say("Building the web application");
    for (let day = 1; day <= 30; day += 1) {
      progress.say("Living the demo's past", `day ${day}`);
      pass(500);
    }
    progress.end();
    expect(written).toEqual([
      "Building the web application …\n",
      "Living the demo's past: day 1 …\n",
      "Living the demo's past: day 11 …\n",
      "Living the demo's past: day 21 …\n",
    ]);
  });
});
