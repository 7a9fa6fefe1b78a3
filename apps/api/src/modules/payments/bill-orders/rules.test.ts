import fc from "fast-check";
import { expect, it } from "vitest";
import { readRows } from "./rules.ts";

it("a list of numbers is read as it was pasted: headings, lost zeros, ported numbers, the same twice, too many", () => {
  const text =
    "Phone,Amount\n08031230001,500\n8031230002;1000.50\n0803 123 0003\t₦700\tglo\n08031230001,500\nHello,5\n08031230004,many\n";
  const rows = readRows("airtime", text, 10);
  expect(rows.map(({ phone, service, amount_kobo, why }) => [phone, service, amount_kobo, why !== null])).toEqual([
    ["08031230001", "mtn", 50_000n, false],
    ["08031230002", "mtn", 100_050n, false],
    ["08031230003", "glo", 70_000n, false],
    ["08031230001", "mtn", 50_000n, true],
    ["Hello", null, 500n, true],
    ["08031230004", "mtn", null, true],
  ]);
  expect(rows[1]!.note).toMatch(/zero/);
  expect(readRows("airtime", text, 2)).toHaveLength(3);
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (any) => {
      for (const { why, service, amount_kobo } of readRows("airtime", any, 10))
        if (why === null) expect([typeof service, (amount_kobo ?? 0n) > 0n]).toEqual(["string", true]);
    }),
  );
});
