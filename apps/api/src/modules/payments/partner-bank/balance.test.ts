import { describe, expect, it } from "vitest";
import { explain } from "./balance.ts";

const last = { on: "2026-01-15", bank_kobo: 1_000n, books_kobo: 700n };
const explained = [{ words: "On the statement, not in our books", amount_kobo: 300n, count: 1, items: [] }];

describe("what explains the difference to the partner bank", () => {
  it("is the last statement's own rows; what moved alike since is no difference", () => {
    const found = explain(1_500n, 1_200n, { ...last, explained });
    expect(found).toMatchObject({ unexplained_kobo: 0n, since_kobo: 0n });
    expect(found.explained.map(({ words, amount_kobo }) => [words, amount_kobo])).toEqual([
      ["On the statement, not in our books", 300n],
      ["Moved at the bank since the statement of 15 Jan 2026", 500n],
      ["Moved in our books since the statement of 15 Jan 2026", -500n],
    ]);
  });

  it("is not what moved at one side alone since then, and not what the statement leaves open", () => {
    expect(explain(1_500n, 700n, { ...last, explained })).toMatchObject({ unexplained_kobo: 0n, since_kobo: 500n });
    expect(explain(1_000n, 900n, { ...last, explained })).toMatchObject({ unexplained_kobo: 0n, since_kobo: -200n });
    expect(explain(1_000n, 700n, { ...last, explained: [] })).toMatchObject({ unexplained_kobo: 300n, since_kobo: 0n });
  });
});
