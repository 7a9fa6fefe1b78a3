import { z } from "zod";
import { accountTypes } from "../accounts.ts";
import { del, get, idParams, post, put } from "../endpoint.ts";
import { kobo } from "../money.ts";

/** The screen's path pattern and the call's path: what is remembered of a table belongs to both. */
const table = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w/{}?:.-]+$/);
const which = { table, area: z.enum(accountTypes) };

export const savedView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The query of the list's address: filters, search, sort, columns. */
  address: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  owner_name: z.string(),
  /** The role whose people see this view first. */
  default_for_role: z.string().nullable(),
});

/** What a person has made of a table's columns. */
export const tableMemory = z.strictObject({
  order: z.array(z.string().max(80)).max(80),
  hidden: z.array(z.string().max(80)).max(80),
  widths: z.record(z.string().max(80), z.int().min(32).max(2_000)),
});

export const listOf = get("/saved-views", {
  spec: "added",
  because: "Filters and columns that people kept.",
  summary: "A table's views, one's own and shared ones, and what one has made of its columns",
  can: "signed_in",
  guards: [],
  query: z.strictObject(which),
  response: z.object({
    views: z.array(savedView),
    /** The view that one's role sees first, if any. */
    default_view_id: z.uuid().nullable(),
    memory: tableMemory.nullable(),
    may_set_defaults: z.boolean(),
    /** The roles that a default can be set for. */
    roles: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
});

/** What is counted of a list: the path of its call, and what its address narrows. */
export const countedView = z.strictObject({
  list: z.string().max(200),
  params: z.record(z.string().max(40), z.string().max(80)).optional(),
  filter: z.string().max(1_000).optional(),
  /** A column of money that is added up. */
  sum: z.string().max(60).optional(),
});
/** Where more match, as many are counted: who works on them counts no further. */
export const COUNTED_AT_MOST = 99;
/** Of tiles, which say the sum too. */
export const SUMMED_AT_MOST = 1_000;

/** `of`: at most 30 of `countedView`, as JSON. Null: the list, or the column, is not the caller's to see. */
export const figures = get("/saved-views/figures", {
  spec: "added",
  because: "The menu says where work waits, and the tiles of a list how much of it: one request for all of them.",
  summary: "How many rows match each view, and how much they are, as far as the caller sees them",
  can: "signed_in",
  guards: [],
  query: z.strictObject({ of: z.string().max(12_000) }),
  response: z.object({
    figures: z.array(z.object({ count: z.int(), is_more: z.boolean(), sum_kobo: kobo.nullable() }).nullable()),
  }),
});

/** One of the same name is replaced. Customers keep their views to themselves. */
export const save = post("/saved-views", {
  spec: "added",
  because: "A filter is kept under a name.",
  summary: "Keep a view under a name, for oneself or for everyone",
  can: "signed_in",
  guards: [],
  body: z.strictObject({
    ...which,
    name: z.string().trim().min(1).max(40),
    address: z
      .string()
      .max(2_000)
      .regex(/^[^\s#<>"]*$/),
    is_shared: z.boolean(),
  }),
  response: z.object({ view: savedView }),
});

export const remove = del("/saved-views/{id}", {
  spec: "added",
  because: "A view that is no longer wanted.",
  summary: "Remove one of one's own views, or, where one sets defaults, a shared one",
  can: "signed_in",
  guards: [],
  params: idParams,
});

export const setDefault = post("/saved-views/{id}/default", {
  spec: "added",
  because: "A team begins with the same view.",
  summary: "Make a shared view the first one for a role, or no longer",
  can: ["provider:can_manage_shared_views", "company:can_manage_shared_views"],
  params: idParams,
  body: z.strictObject({ role: z.string().max(60).nullable() }),
  response: z.object({ view: savedView }),
});

export const remember = put("/table-memories", {
  spec: "added",
  because: "A table keeps the layout in which it was left.",
  summary: "Remember a table's columns: order, hidden ones, widths",
  can: "signed_in",
  guards: [],
  body: z.strictObject({ table, memory: tableMemory.nullable() }),
});
