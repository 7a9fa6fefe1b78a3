import * as contract from "@manilla/contract/page";
import { describe, expect, it } from "vitest";
import { DEFAULT_PAGE_SIZE, type ListDeclaration, PAGE_SIZES } from "./declaration.ts";
import {
  filterFromText,
  isNarrowed,
  pagesToShow,
  parseOperators,
  parseState,
  toQuery,
  writeState,
} from "./url-state.ts";

const list: ListDeclaration = {
  search: ["name"],
  filters: {
    status: { kind: "choice", label: "Status", options: ["pending", "approved"] },
    amount_kobo: { kind: "kobo", label: "Amount" },
    due_on: { kind: "date", label: "Due" },
    is_late: { kind: "boolean", label: "Late" },
    title: { kind: "text", label: "Title" },
  },
  sorts: ["created_at", "amount_kobo"],
  ranges: ["created_at", "due_on"],
  default_sort: { column: "created_at", order: "desc" },
};
const read = (address: string) => parseState(new URLSearchParams(address), list);
const FULL =
  "page=3&limit=50&search=ada&f.status=pending%2Capproved&f.amount_kobo=100..50000&f.due_on=2026-01-01..&f.is_late=yes&f.title=x&rangeStart=2026-01-01&rangeEnd=2026-02-01&rangeKey=due_on&sortColumn=amount_kobo&sortOrder=asc&columns=a%2Cb";

describe("the state of a list in the address", () => {
  it("is written as it was read, whatever it holds", () => {
    expect(writeState(read(FULL), list).toString()).toBe(FULL);
  });
  it("is empty where nothing differs from the list's own beginning", () => {
    expect(writeState(read(""), list).toString()).toBe("");
    expect(read("")).toMatchObject({ page: 1, limit: 20, sort: { column: "created_at", order: "desc" } });
  });
  it("forgets what makes no sense", () => {
    const state = read(
      "page=-1&limit=33&f.status=nosuch&f.amount_kobo=abc&f.due_on=soon&f.is_late=maybe&f.secret=1&rangeStart=yesterday&sortColumn=password&f.title=%20",
    );
    expect(writeState(state, list).toString()).toBe("");
  });
  it("understands both spellings of sorting", () => {
    expect(read("sort_column=amount_kobo&order=DESC").sort).toEqual({ column: "amount_kobo", order: "desc" });
  });
  it("keeps parameters of others", () => {
    expect(writeState(read("page=2"), list, new URLSearchParams("tab=money&page=9")).toString()).toBe(
      "tab=money&page=2",
    );
  });
  it("becomes the call's query, with the screen's own conditions on top", () => {
    expect(toQuery(read(FULL), list, { status: ["approved"] })).toEqual({
      page: 3,
      limit: 50,
      search: "ada",
      rangeStart: "2026-01-01",
      rangeEnd: "2026-02-01",
      rangeKey: "due_on",
      sortColumn: "amount_kobo",
      sortOrder: "asc",
      filter: JSON.stringify({
        status: ["approved"],
        amount_kobo: { min: 100, max: 50_000 },
        due_on: { from: "2026-01-01" },
        is_late: true,
        title: "x",
      }),
    });
  });
  it("keeps a period in the address, and asks for its days of today; a report keeps the period", () => {
    const address = "f.due_on=yesterday&rangePeriod=last_month&rangeKey=due_on";
    const state = read(address);
    expect(writeState(state, list).toString()).toBe(address);
    expect(isNarrowed(read("rangePeriod=last_month"))).toBe(true);
    expect(toQuery(state, list, {}, "2026-03-31")).toMatchObject({
      rangeStart: "2026-02-01",
      rangeEnd: "2026-02-28",
      filter: JSON.stringify({ due_on: { from: "2026-03-30", to: "2026-03-30" } }),
    });
    expect(toQuery(state, list)).toMatchObject({
      rangePeriod: "last_month",
      rangeKey: "due_on",
      filter: JSON.stringify({ due_on: "yesterday" }),
    });
    expect(toQuery(state, list, {}, "2026-03-31")).not.toHaveProperty("rangePeriod");
  });
  it("knows whether anything narrows it", () => {
    expect(isNarrowed(read("page=4&sortColumn=amount_kobo"))).toBe(false);
    for (const address of ["search=a", "f.title=a", "rangeStart=2026-01-01"])
      expect(isNarrowed(read(address))).toBe(true);
  });
});

describe("typed search", () => {
  it("takes operators out as filters and leaves the rest", () => {
    expect(parseOperators("ada status:pending amount:>500000 obi", list)).toEqual({
      search: "ada obi",
      filters: { status: ["pending"], amount_kobo: { min: 50_000_000 } },
    });
  });
  it("leaves alone what is no operator of this list", () => {
    expect(parseOperators("http://x status:nosuch 12:30", list)).toEqual({
      search: "http://x status:nosuch 12:30",
      filters: {},
    });
  });
});

describe("pagination", () => {
  it("shows every page up to six and collapses above", () => {
    expect(pagesToShow(1, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pagesToShow(1, 7)).toEqual([1, 2, "gap", 7]);
    expect(pagesToShow(5, 250)).toEqual([1, "gap", 4, 5, 6, "gap", 250]);
    expect(pagesToShow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pagesToShow(250, 250)).toEqual([1, "gap", 249, 250]);
    expect(pagesToShow(1, 0)).toEqual([]);
  });
  it("has the contract's sizes", () => {
    expect([...PAGE_SIZES]).toEqual([...contract.PAGE_SIZES]);
    expect(DEFAULT_PAGE_SIZE).toBe(contract.DEFAULT_PAGE_SIZE);
  });

  it("understands a yes and a no as addresses of homes and views have them", () => {
    expect(["yes", "true", "no", "false", "maybe"].map((text) => filterFromText("boolean", text))).toEqual([
      true,
      true,
      false,
      false,
      undefined,
    ]);
  });
});
