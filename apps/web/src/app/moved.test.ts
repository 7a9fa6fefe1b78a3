import { matchPath } from "react-router";
import { describe, expect, it } from "vitest";
import { addressesOf } from "./addresses.ts";
import { MOVED, movedRoutes } from "./moved.ts";
import { screens } from "./screens.gen.ts";

const paths = screens.flatMap((screen) => addressesOf(screen).map(({ path }) => path)).filter((path) => path !== "/*");
const hasScreen = (address: string): boolean => paths.some((path) => matchPath(path, address) !== null);

describe("an address that has moved", () => {
  it("leads to a screen, and has none itself", () => {
    for (const [before, now] of Object.entries(MOVED))
      expect([hasScreen(before), hasScreen(now)]).toEqual([false, true]);
  });

  it("keeps what was asked", () => {
    const request = new Request("https://manilla.example/customer/wallets/statement?from=2026-01-01");
    const statement = movedRoutes.find(({ path }) => path === "/customer/wallets/statement");
    const answer = (statement!.loader as unknown as (of: object) => Response)({ request });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/customer/statement?from=2026-01-01"]);
  });
});
