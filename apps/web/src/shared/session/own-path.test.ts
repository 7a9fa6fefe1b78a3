import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOwnPath } from "./own-path.ts";

describe("redirects", () => {
  it("go to our own paths", () => {
    for (const path of ["/", "/admin/loans?page=2#x", "/customer/settings/password", "/a//b"])
      expect(isOwnPath(path)).toBe(true);
  });
  it("never leave", () => {
    for (const path of [
      "//evil.ng",
      "/\\evil.ng",
      "https://evil.ng",
      "javascript:alert(1)",
      "",
      null,
      undefined,
      "evil",
      "/\t/evil.ng",
      "\\/evil.ng",
    ])
      expect(isOwnPath(path)).toBe(false);
  });
  it("whatever is allowed resolves to our own host", () => {
    const staysHome = (text: string): boolean =>
      !isOwnPath(`/${text}`) || new URL(`/${text}`, "https://lender.ng").host === "lender.ng";
    expect(fc.check(fc.property(fc.string(), staysHome), { numRuns: 2_000 }).failed).toBe(false);
  });
});
