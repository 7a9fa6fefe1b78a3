import { describe, expect, it } from "vitest";
import { changesInWords } from "./in-words.ts";

describe("a record in words", () => {
  it("never says of a field that it became nothing, or was nothing before, where only one side speaks of it", () => {
    expect(
      changesInWords(
        { outstanding_principal_kobo: 23_953_744, status: "active" },
        { reference: "SLIP-65-101", amount_kobo: 2_500_000, status: "frozen" },
        {},
      ),
    ).toEqual([
      { field: "Outstanding principal", before: "₦239,537.44", after: "–" },
      { field: "Status", before: "Active", after: "Frozen" },
      { field: "Reference", before: null, after: "SLIP-65-101" },
      { field: "Amount", before: null, after: "₦25,000.00" },
    ]);
  });

  it("says nothing where a value was taken away or is the first one, and shows no digest", () => {
    expect(
      changesInWords(
        { daily_limit_kobo: null, note: "until May", tables_digest: "a7" },
        { daily_limit_kobo: 100, note: null, tables_digest: "c1" },
        {},
      ),
    ).toEqual([
      { field: "Daily limit", before: "nothing", after: "₦1.00" },
      { field: "Note", before: "until May", after: "nothing" },
    ]);
    expect(changesInWords({ roles: ["company_hr"] }, null, {})).toMatchObject([{ after: "nothing" }]);
  });
});
