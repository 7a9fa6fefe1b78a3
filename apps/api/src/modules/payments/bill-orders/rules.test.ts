import fc from "fast-check";
import { expect, it } from "vitest";
import { readRows, rowsOfTable } from "./rules.ts";

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

it("an amount with a comma or a blank is never another one: thousands are read, what else it could mean is refused", () => {
  const amountOf = (line: string) => readRows("airtime", line, 1)[0]?.amount_kobo;
  expect(["08031230001\t1,500", "08031230001;1 500", "08031230001\t₦1,500.50"].map(amountOf)).toEqual([
    150_000n,
    150_000n,
    150_050n,
  ]);
  for (const amount of ["1,50", "5,0", "10 50", "-500", "1e3", "1,000.005", "٥٠٠", "５００"])
    expect(amountOf(`08031230001\t${amount}`)).toBeNull();
  const { rows } = rowsOfTable(
    [
      ["phone", "amount"],
      ["08031230001", "1,50"],
      ["08031230002", "1,500"],
    ],
    new Set(),
  );
  expect(rows.map((cells) => amountOf(cells.join("\t")))).toEqual([null, 150_000n]);
});
