import { z } from "zod";
import { alike } from "./alike.ts";
import { fieldOf } from "./fields.ts";
import type { Permission } from "./permissions.ts";
import { businessDate } from "./time.ts";

/** Data-table constants of the specification (constants.tsv K021, K022). */
export const DEFAULT_PAGE_SIZE = 20;
export const PAGE_SIZES = [1, 2, 5, 10, 15, 20, 25, 50, 75, 100] as const;

/** What can be asked of one column; the wire form of `filter` is a JSON object `{column: condition}`. */
export type FilterKind = "text" | "choice" | "number" | "kobo" | "date" | "moment" | "boolean" | "id";

/** One filterable column: its kind, its label on the chip, and the words to choose from. */
export interface FilterDeclaration {
  kind: FilterKind;
  label: string;
  options?: readonly string[];
}

/** A filter as a list names it: its label is the field's (fields.ts) unless it says another. */
export type FilterOffer = FilterKind | (Omit<FilterDeclaration, "label"> & { label?: string });

/** What a list offers: both sides read it, the server refuses everything else (allow-list). */
export interface ListDeclaration<
  Filters extends Record<string, FilterDeclaration> = Record<string, FilterDeclaration>,
  Sort extends string = string,
  Range extends string = string,
> {
  /** What the search box looks at, as words for its placeholder; absent = no search. */
  search?: readonly string[];
  filters: Filters;
  sorts: readonly Sort[];
  /** Columns that `rangeKey` may name; the first is the default. */
  ranges: readonly Range[];
  default_sort: { column: Sort; order: "asc" | "desc" };
  /** Columns that are empty, and neither filtered nor sorted by, for who lacks a right. */
  withheld?: Readonly<Record<string, Permission>>;
}

/** Why a column of money or of days does not sort. */
export const UNSORTED = {
  balance: "A balance of the ledger: an order by it would make every posting write to one more table.",
  running: "What was there after each movement: it says nothing in another order than theirs.",
  newest: "Of other records of the person or the loan, looked up for the rows of a page.",
  other: "A figure of the person or the loan; their own lists sort by it.",
  part: "A part of a sum that sorts; an index for each part would slow down everything that writes the table.",
  whole: "Of what the row is a part of: shown beside a figure that sorts.",
  same: "The same order as another column that sorts.",
} as const;
/** The same reason for several columns. */
export const unsorted = <const Name extends string>(why: keyof typeof UNSORTED, ...names: readonly Name[]) =>
  alike(UNSORTED[why], ...names);

/** The same as it is written: `default_sort: "-created_at"` begins with the newest. */
export interface ListOffer<Filters extends Record<string, FilterOffer>, Sort extends string, Range extends string> {
  search?: readonly string[];
  filters?: Filters;
  sorts: readonly Sort[];
  ranges?: readonly Range[];
  withheld?: Readonly<Record<string, Permission>>;
  /** Columns of money or of days that do not sort, each with its reason. For readers and for a test; not sent to the browser. */
  unsorted?: Readonly<Record<string, (typeof UNSORTED)[keyof typeof UNSORTED]>>;
  default_sort: NoInfer<Sort> | `-${NoInfer<Sort>}`;
}

/** Completes what a list offers. */
export function declared<Filters extends Record<string, FilterOffer>, Sort extends string, Range extends string>(
  offer: ListOffer<Filters, Sort, Range>,
): ListDeclaration<Record<keyof Filters & string, FilterDeclaration>, Sort, Range> {
  const filters = Object.entries<FilterOffer>(offer.filters ?? {}).map(([name, filter]) => {
    const { kind, label = fieldOf(name).label, ...more } = typeof filter === "string" ? { kind: filter } : filter;
    return [name, { kind, label, ...more }];
  });
  return {
    ...(offer.search && { search: offer.search }),
    filters: Object.fromEntries(filters) as Record<keyof Filters & string, FilterDeclaration>,
    sorts: offer.sorts,
    ranges: offer.ranges ?? [],
    ...(offer.withheld && { withheld: offer.withheld }),
    default_sort: {
      column: offer.default_sort.replace("-", "") as Sort,
      order: offer.default_sort.startsWith("-") ? "desc" : "asc",
    },
  };
}

/** The query of every data-table call (spec: C358, C359). Both spellings of sorting are understood. */
export const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
  filter: z.string().max(4_000).optional(),
  search: z.string().max(200).optional(),
  fullTextSearch: z.string().max(200).optional(),
  rangeStart: businessDate.optional(),
  rangeEnd: businessDate.optional(),
  rangeKey: z.string().max(60).optional(),
  sortColumn: z.string().max(60).optional(),
  sortOrder: z.enum(["asc", "desc", "ASC", "DESC"]).optional(),
  sort_column: z.string().max(60).optional(),
  order: z.enum(["asc", "desc", "ASC", "DESC"]).optional(),
  exportType: z.enum(["xlsx", "csv"]).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

const TOTAL_IS = ["exact", "counted", "at_least", "estimated"] as const;

/** A page of rows. `total_is` says how the total was had: counted now, counted at `total_counted_at` on a large table, more than that, or by the planner; the last two are counted when the page is requested again. */
export interface Page<Row> {
  items: Row[];
  meta: {
    limit: number;
    page: number;
    totalPages: number;
    total_is: (typeof TOTAL_IS)[number];
    total_counted_at?: string;
  };
  total_count: number;
  page_count: number;
}

/** The wire schema of a page of `row`. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    items: z.array(row),
    meta: z.object({
      limit: z.int(),
      page: z.int(),
      totalPages: z.int(),
      total_is: z.enum(TOTAL_IS),
      total_counted_at: z.string().optional(),
    }),
    total_count: z.int(),
    page_count: z.int(),
  });
