/** What a company spends on (R058): categories in two levels, each with a ledger code and merchant categories. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { moment } from "../time.ts";
import { expenseCategoryStates } from "./expense-category-states.ts";

/** Everybody who asks for money chooses one. */
const view = ["company:can_view_expenses", "personal:can_view_expenses"] as const;
const guards = ["password_changed", "profile_approved", "company_profile_updated", "company_subscribed"] as const;
const change = ["company:can_update_expense_policies"] as const;

const categoryRow = z.object({
  id: z.uuid(),
  name: z.string(),
  parent_id: z.uuid().nullable(),
  parent: z.string().nullable(),
  ledger_code: z.string(),
  /** Merchant category codes (ISO 18245) that belong here. */
  mccs: z.array(z.string()),
  status: z.enum(expenseCategoryStates.states),
  version: z.int(),
  created_at: moment,
  abilities,
});
const lists = {
  row: categoryRow,
  search: ["name", "ledger_code"],
  filters: {
    status: { kind: "choice", label: "State", options: expenseCategoryStates.states },
    parent: { kind: "text", label: "Belongs to" },
  },
  sorts: ["ledger_code", "name", "created_at"],
  default_sort: "ledger_code",
} as const;

export const listAll = list("/companies/expense/category", {
  spec: "C262",
  summary: "The company's expense categories",
  can: view,
  guards,
  ...lists,
});

export const listBelow = list("/companies/expense/category/sub-category", {
  spec: "C263",
  summary: "The company's expense sub-categories",
  can: view,
  guards,
  ...lists,
});

/** C234: A43, the id is the company's. */
export const tree = get("/companies/expense/category/{id}", {
  spec: "C234",
  summary: "The expense categories of a company with those below them",
  can: view,
  guards,
  params: idParams,
  response: z.object({ categories: z.array(categoryRow.extend({ below: z.array(categoryRow) })) }),
});

const fields = { name: "required|min:2|max:80", ledger_code: "required|max:20", mccs: "nullable" } as const;
const typed = {
  ledger_code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9./-]*$/, { error: "a code has letters and digits" }),
  mccs: z
    .array(z.string().regex(/^\d{4}$/, { error: "a merchant category has four digits" }))
    .max(100)
    .optional(),
} as const;
const answered = z.object({ category: categoryRow });

export const create = post("/companies/expense/category", {
  spec: "C268",
  summary: "Make an expense category",
  can: change,
  body: form(fields, typed),
  response: answered,
});

export const createBelow = post("/companies/expense/category/sub-category", {
  spec: "C269",
  summary: "Make an expense sub-category",
  can: change,
  body: form({ parent_id: "required", ...fields }, { parent_id: z.uuid(), ...typed }),
  response: answered,
});

export const takeChart = post("/companies/expense/category/chart", {
  spec: "added",
  because: "A company begins with the usual categories and changes them.",
  summary: "Take the usual chart of expense categories with ledger codes; what is there already stays",
  can: change,
  response: z.object({ made: z.int() }),
});

export const update = put("/companies/expense/category/{id}", {
  spec: "added",
  because: "A category's account or merchants change; no call is named.",
  summary: "Change the name, ledger code or merchant categories of a category",
  can: change,
  params: idParams,
  body: form({ ...fields, version: "required" }, { ...typed, version: z.int() }),
  response: answered,
});

const acts = { spec: "added", can: change, params: idParams, response: answered } as const;

export const archive = action(expenseCategoryStates, "archive", {
  asks: {
    label: "Archive…",
    body: "It stays on what was spent. Nothing new is put into it.",
    shows: ["name", "ledger_code"],
    style: "danger",
    done: "Archived.",
  },
  refuses: { has_below: { status: 409, words: "Categories below it are active: archive them first." } },
  call: post("/companies/expense/category/{id}/archive", {
    because: "A category no longer used stays on record.",
    summary: "Archive a category",
    ...acts,
  }),
});

export const restore = action(expenseCategoryStates, "restore", {
  asks: { label: "Use again", shows: ["name", "ledger_code"], done: "It is used again." },
  refuses: { is_below_archived: { status: 409, words: "The category above it is archived: use that again first." } },
  call: post("/companies/expense/category/{id}/restore", {
    because: "A category archived by mistake is restored.",
    summary: "Use an archived category again",
    ...acts,
  }),
});
