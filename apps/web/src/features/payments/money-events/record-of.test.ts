import { expect, it } from "vitest";
import { recordOf } from "./record-of.ts";

it("opens a bill where there is a screen of it: not for companies, which read a list", () => {
  const bill = { id: "b", source: "bill" } as const;
  expect(["admin", "customer", "corporate"].map((type) => recordOf(bill, type)?.to)).toEqual([
    "/admin/bills-transactions/b",
    "/customer/bills/b",
    undefined,
  ]);
});
