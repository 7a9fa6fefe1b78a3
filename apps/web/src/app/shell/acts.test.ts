import { ACCOUNT_TYPES, type AccountType } from "@manilla/contract/accounts";
import { expect, it } from "vitest";
import { screens } from "../screens.gen.ts";
import { acts } from "./acts.ts";

it("each act of the palette leads to a screen of its area, and belongs to who is there", () => {
  const areas = Object.keys(ACCOUNT_TYPES) as AccountType[];
  const wrong = areas.flatMap((area) =>
    acts[area].flatMap(([label, , below, call]) => {
      const path = `/{accountType}${below.split("?")[0]}`;
      const isThere = screens.some((screen) => screen.path === path && screen.audience.includes(area as never));
      const isTheirs = call.can === "signed_in" || [call.audience].flat().includes(area as never);
      return isThere && isTheirs ? [] : [`${area}: ${label}`];
    }),
  );
  expect(wrong).toEqual([]);
  for (const area of areas) expect(acts[area].length, area).toBeGreaterThan(5);
});
