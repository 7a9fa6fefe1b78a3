import { describe, expect, it } from "vitest";
import { endsFunding, tellsOfSilence } from "./rules.ts";

describe("a partner's refusal", () => {
  it("ends a funding only as an answer to what was asked, the first time", () => {
    expect([400, 422].map((status) => endsFunding(status, 1))).toEqual([true, true]);
    for (const status of [401, 403, 404, 408, 409, 425, 429]) {
      expect(endsFunding(status, 1), `${status}`).toBe(false);
      expect(endsFunding(status, 2), `${status}`).toBe(false);
    }
    for (const status of [400, 422]) expect(endsFunding(status, 2), `${status}`).toBe(false);
  });

  it("that goes on is brought to finance once", () => {
    expect(Array.from({ length: 50 }, (_, asked) => tellsOfSilence(asked + 1)).filter(Boolean)).toHaveLength(1);
  });
});
