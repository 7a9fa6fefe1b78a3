import { describe, expect, it } from "vitest";
import { linesOf } from "./letter-lines.ts";

const piece = (str: string, x: number, y: number, height = 9) => ({ str, x, y, height });

describe("a letter on a narrow screen", () => {
  it("joins running text, keeps rows as rows, and loses no word or figure", () => {
    const lines = linesOf([
      piece("Loan offer", 56, 700, 16),
      piece("We are glad to offer you the loan", 56, 680),
      piece(" ", 200, 680),
      piece("below. It starts when you accept.", 56, 669),
      piece("Received", 56, 640),
      piece("₦147,581.25", 260, 640),
      piece("1", 56, 620),
      piece("25 Feb 2026", 120, 620.4),
      piece("₦41,324.00", 300, 620),
    ]);
    expect(lines).toEqual([
      ["Loan offer"],
      ["We are glad to offer you the loan below. It starts when you accept."],
      ["Received", "₦147,581.25"],
      ["1", "25 Feb 2026", "₦41,324.00"],
    ]);
  });
});
