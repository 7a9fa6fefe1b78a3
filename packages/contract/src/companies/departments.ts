/** Departments of a company and the units below them (R049, R050): head, budget, people; merged or closed, never deleted. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo } from "../money.ts";
import { moment } from "../time.ts";
import { departmentStates } from "./department-states.ts";

const departmentRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The department that a unit belongs to; null for a department. */
  parent_id: z.uuid().nullable(),
  parent: z.string().nullable(),
  head_id: z.uuid().nullable(),
  head: z.string().nullable(),
  /** What may be spent in a month; null where nothing was set. */
  monthly_budget_kobo: kobo.nullable(),
  people: z.int(),
  status: z.enum(departmentStates.states),
  created_at: moment,
  abilities,
});

/** C226. */
export const listAll = list("/companies/groups", {
  spec: "C226",
  summary: "The company's departments and units",
  can: ["company:can_view_departments", "company:can_update_departments", "company:can_delete_departments"],
  row: departmentRow,
  search: ["name", "head"],
  filters: {
    status: { kind: "choice", label: "State", options: departmentStates.states },
    parent: { kind: "text", label: "Belongs to" },
    is_unit: { kind: "boolean", label: "Unit" },
  },
  sorts: ["name", "monthly_budget_kobo", "created_at"],
  default_sort: "name",
});

export const find = get("/companies/groups/{id}", {
  spec: "added",
  because: "The page on which a department is led: its people, units, head and budget.",
  summary: "One department with its people and units",
  can: listAll.can,
  params: idParams,
  response: departmentRow.extend({
    version: z.int(),
    units: z.array(z.object({ id: z.uuid(), name: z.string(), people: z.int() })),
    /** The first 500, by name. */
    members: z.array(z.object({ id: z.uuid(), name: z.string(), position: z.string().nullable() })),
    /** Others that it can be merged into, or become a unit of. */
    others: z.array(z.object({ id: z.uuid(), name: z.string(), is_unit: z.boolean() })),
  }),
});

const fields = { name: "required|min:2|max:80", parent_id: "nullable" } as const;
const typed = { parent_id: z.uuid().nullish(), monthly_budget_kobo: nonNegativeKobo.nullish() } as const;
const answered = z.object({ department: departmentRow });

export const create = post("/companies/groups", {
  spec: "added",
  because: "R050 makes a department; the specification names no call.",
  summary: "Make a department, or a unit of one",
  can: ["company:can_create_departments"],
  body: form({ ...fields, monthly_budget_kobo: "nullable" }, typed),
  response: answered,
});

export const update = put("/companies/groups/{id}", {
  spec: "added",
  because: "Line 192 names the permission, and no call.",
  summary: "Change a department's name, place, head or budget",
  can: ["company:can_update_departments"],
  params: idParams,
  body: form(
    { ...fields, head_id: "nullable", monthly_budget_kobo: "nullable", version: "required" },
    { ...typed, head_id: z.uuid().nullish(), version: z.int() },
  ),
  response: answered,
});

export const move = post("/companies/groups/{id}/people", {
  spec: "added",
  because: "People belong to a department.",
  summary: "Move people of the company into a department; each belongs to one",
  can: ["company:can_update_departments"],
  params: idParams,
  body: z.strictObject({ user_ids: z.array(z.uuid()).min(1).max(500) }),
  response: z.object({ moved: z.int() }),
});

const acts = { spec: "added", can: ["company:can_delete_departments"], params: idParams, response: answered } as const;

export const merge = action(
  departmentStates,
  { name: "merge", makes: ["close"] },
  {
    call: post("/companies/groups/{id}/merge", {
      because: "Two departments become one.",
      summary: "Merge a department into another one: its people and units move, and it is closed",
      ...acts,
      body: form({ into_id: "required" }, { into_id: z.uuid() }),
    }),
  },
);

export const close = action(departmentStates, "close", {
  asks: {
    label: "Close…",
    body: "It stays on record. Nobody can be moved into it any more.",
    shows: ["name", "people"],
    style: "danger",
    done: "Closed.",
  },
  refuses: {
    has_people: { status: 409, words: "People belong to it: move them first, or merge it into another department." },
    has_units: { status: 409, words: "Units belong to it: close them first, or merge it into another department." },
  },
  call: post("/companies/groups/{id}/close", {
    because: "A department ends and stays on record.",
    summary: "Close an empty department",
    ...acts,
  }),
});
