import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { topOf, windowOf } from "./row-window.ts";

const place = fc.record({ rows: fc.integer({ min: 1, max: 100_000 }), height: fc.integer({ min: 24, max: 300 }), room: fc.integer({ min: 100, max: 2_000 }), share: fc.double({ min: 0, max: 1, noNaN: true }) });
/** How far a list of that length can be scrolled at all. */
const furthest = (rows: number, height: number, room: number): number => Math.max(0, rows * height - room);

describe("the window of a long table", () => {
  it("holds every row that is in sight, and never many more", () => {
    fc.assert(
      fc.property(place, ({ rows, height, room, share }) => {
        const top = share * furthest(rows, height, room);
        const { first, end } = windowOf({ rows, height, top, room });
        expect(first).toBeLessThanOrEqual(Math.floor(top / height));
        expect(end).toBeGreaterThanOrEqual(Math.min(rows, Math.ceil((top + room) / height)));
        expect(end - first).toBeLessThanOrEqual(Math.ceil(room / height) + 40);
      }),
    );
  });

  it("stays inside the rows when there are suddenly fewer of them", () => {
    expect(windowOf({ rows: 3, height: 36, top: 50_000, room: 600 })).toEqual({ first: 2, end: 3 });
    expect(windowOf({ rows: 0, height: 36, top: 0, room: 600 })).toEqual({ first: 0, end: 0 });
  });

  it("does not move with every pixel", () => {
    expect(windowOf({ rows: 1_000, height: 36, top: 3_600, room: 600 })).toEqual(windowOf({ rows: 1_000, height: 36, top: 3_620, room: 600 }));
  });
});

describe("bringing a row into sight", () => {
  it("leaves a row that is seen where it is", () => expect(topOf({ index: 5, height: 36, head: 34, top: 100, room: 600 })).toBe(100));
  it("shows a row above at the top, and a row below at the bottom, clear of the head", () => {
    expect(topOf({ index: 1, height: 36, head: 34, top: 400, room: 600 })).toBe(36);
    expect(topOf({ index: 100, height: 36, head: 34, top: 0, room: 600 })).toBe(3_600 + 36 + 34 - 600);
  });
  it("makes every row seen, from wherever one is", () => {
    fc.assert(
      fc.property(place, fc.nat({ max: 99_999 }), ({ rows, height, room, share }, at) => {
        fc.pre(room >= height + 34);
        const index = at % rows;
        const top = topOf({ index, height, head: 34, top: share * furthest(rows, height, room), room });
        expect(index * height).toBeGreaterThanOrEqual(top);
        expect(34 + (index + 1) * height).toBeLessThanOrEqual(top + room);
      }),
    );
  });
});
