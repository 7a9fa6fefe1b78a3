import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mentionedIds, openMention, partsOfText, readableText, withReferences } from "./mentions.ts";

const ada = { id: "01a1feb7-0000-7000-8000-000000000001", name: "Ada Obi" };
const double = { id: "01a1feb7-0000-7000-8000-000000000002", name: "Ada Obi Eze" };
const twin = { id: "01a1feb7-0000-7000-8000-000000000003", name: "Ada Obi" };

describe("names in a text", () => {
  it("become references and come back as the names of now", () => {
    const stored = withReferences("Please look, @Ada Obi Eze and @Ada Obi.", [ada, double]);
    expect(stored).toBe(`Please look, @{${double.id}} and @{${ada.id}}.`);
    expect(mentionedIds(`${stored} @{${ada.id}}`)).toEqual([double.id, ada.id]);
    expect(readableText(stored, [{ ...ada, name: "Ada Bello" }, double])).toBe(
      "Please look, @Ada Obi Eze and @Ada Bello.",
    );
    expect(partsOfText(stored, [ada])).toEqual([
      "Please look, ",
      { id: double.id, name: "a former colleague" },
      " and ",
      ada,
      ".",
    ]);
  });

  it("are whole words: an address or a longer name names nobody", () => {
    for (const text of ["mail@Ada Obi", "@Ada Obio", "Ada Obi", "@ada"]) expect(withReferences(text, [ada])).toBe(text);
  });

  it("of two people are distinguished by the choice from the list", () => {
    expect(withReferences("@Ada Obi", [ada, twin], new Map([["Ada Obi", twin.id]]))).toBe(`@{${twin.id}}`);
  });

  it("lose nothing of any text around them", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const typed = `${before} @Ada Obi ${after}`;
        expect(readableText(withReferences(typed, [ada, double]), [ada, double])).toBe(typed);
      }),
    );
  });
});

describe("an @ being typed", () => {
  it("opens the list with what follows it, and not in the middle of a word or far behind", () => {
    expect(openMention("@", 1)).toEqual({ from: 0, query: "" });
    expect(openMention("Ask @ng today", 7)).toEqual({ from: 4, query: "ng" });
    expect(openMention("Ask @Ngozi E", 12)).toEqual({ from: 4, query: "Ngozi E" });
    for (const [text, caret] of [
      ["me@mail", 7],
      ["no sign", 7],
      ["@ spaced", 8],
      ["@a, then", 8],
    ] as const)
      expect(openMention(text, caret)).toBeUndefined();
  });
});
