import { expect, it } from "vitest";
import { workOf } from "./sources.ts";

it("restarts only what a changed file belongs to, and generates only what is made of it", () => {
  const nothing = { api: false, sandbox: false, generate: [], generate_later: [] };
  expect(workOf(["apps/web/src/main.tsx"])).toBeUndefined();
  expect(
    workOf(["apps/api/src/app.test.ts", "apps/api/src/db/types.gen.ts", "apps/api/src/.app.ts.swp"]),
  ).toBeUndefined();
  expect(workOf(["apps/api/src/app.ts"])).toEqual({ ...nothing, api: true });
  expect(workOf(["packages/contract/src/calls.gen.ts"])).toEqual({ ...nothing, api: true });
  expect(workOf(["packages/credit/src/quote.ts"])).toEqual({ ...nothing, api: true });
  expect(workOf(["apps/sandbox/src/main.ts"])).toEqual({ ...nothing, sandbox: true });
  expect(workOf(["apps/web/src/features/lending/loans/screens.ts"])).toEqual({
    ...nothing,
    generate: ["openScreens", "screens", "lists"],
    generate_later: ["routes"],
  });
  expect(workOf(["apps/api/migrations/0001_identity.sql"])).toEqual({ ...nothing, api: true, generate: ["types"] });
  expect(workOf(["packages/contract/src/loans.ts"])).toEqual({
    ...nothing,
    api: true,
    generate: ["nouns", "calls", "openScreens", "screens", "lists"],
    generate_later: ["openapi", "permissions", "logins", "routes"],
  });
});
