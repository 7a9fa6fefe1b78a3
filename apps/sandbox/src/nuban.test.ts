import { expect, test } from "vitest";
import { isNuban, makeNuban } from "./nuban.ts";

test("account numbers follow the central bank's published examples", () => {
  expect(makeNuban("011", 1457)).toBe("0000014579");
  expect(makeNuban("011", 22)).toBe("0000000220");
  expect(makeNuban("058", 1656322)).toBe("0016563228");
});

test("a wrong check digit, a wrong bank and a wrong length are seen", () => {
  expect(isNuban("011", "0000014579")).toBe(true);
  expect(isNuban("011", "0000014578")).toBe(false);
  expect(isNuban("058", "0000014579")).toBe(false);
  expect(isNuban("011", "000001457")).toBe(false);
});
