/** Figures that need a right of their own (issue 11, section 2) are withheld in each list that has them, however late its room was built. */
import { paperRights } from "@manilla/contract/people/papers";
import { expect, it } from "vitest";
import { shapeOf } from "../../apps/api/src/db/list-export.ts";
import { allCalls } from "../../scripts/generate-permissions.ts";

const RIGHTS = { salary_kobo: paperRights.salary, rules_say: paperRights.bureau } as const;

it("a salary, and what the rules say of somebody, are withheld in every list of the staff that has them", () => {
  const lists = allCalls().flatMap(({ name, call }) =>
    call.kind === "list" && [call.audience].flat().includes("admin") ? [{ name, call }] : [],
  );
  const found = lists.flatMap(({ name, call }) =>
    // Of a list the row is there; the union of all calls does not say so.
    Object.entries(RIGHTS).flatMap(([field, right]) =>
      Object.hasOwn(shapeOf(call as unknown as Parameters<typeof shapeOf>[0]), field)
        ? [{ name, field, right, is: call.list?.withheld?.[field] ?? null }]
        : [],
    ),
  );
  expect(found.filter(({ right, is }) => is !== right)).toEqual([]);
  expect(found.length).toBeGreaterThan(4);
});
