/** The people of a company (R043 to R045): invited, at work, suspended, gone; their place, their manager, and what leaving takes with it. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { type RoleSlug, roleSlugs, roles } from "../roles.ts";
import { moment } from "../time.ts";
import { employmentStates } from "./employment-states.ts";

const named = z.object({ id: z.uuid(), name: z.string() });

/** Roles that are given with an invitation: heads of departments are made where departments are led. */
export const invitedRoles = [
  "company_staff",
  ...roleSlugs.filter((slug) => slug.startsWith("company_") && roles[slug].account_type === "corporate"),
] as [RoleSlug, ...RoleSlug[]];

/** One of a company's people as the company sees them: work, not private affairs. Loans only for those who may see loans. */
const employee = z.object({
  /** The person's. */
  id: z.uuid(),
  company_id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.enum(employmentStates.states),
  /** Until when the mailed link of an invited person works. */
  invited_until: moment.nullable(),
  created_at: moment,
  roles: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** From when they agree to what others ask for, where the only administrator gave them that power; null from then on. */
  power_begins_at: moment.nullable(),
  employer: z.string().nullable(),
  position: z.string().nullable(),
  staff_number: z.string().nullable(),
  department: named.nullable(),
  manager: named.nullable(),
  version: z.int(),
  loans: z
    .array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        status: z.string(),
        principal_kobo: kobo,
        outstanding_principal_kobo: kobo,
        created_at: moment,
      }),
    )
    .nullable(),
  abilities,
});

const staffRow = z.object({
  /** The person's. */
  id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Their names, by commas. */
  roles: z.string(),
  department: z.string().nullable(),
  position: z.string().nullable(),
  staff_number: z.string().nullable(),
  manager: z.string().nullable(),
  status: z.enum(employmentStates.states),
  created_at: moment,
  abilities,
});

const ofAll = ["provider:can_view_staff", "provider:can_update_staff", "provider:can_delete_staff"] as const;

/** C229. A company sees its own people, the provider those of any. */
export const staff = list("/companies/staff/{companyId}", {
  spec: "C229",
  summary: "The people of a company, those who were invited and those who have left among them",
  can: ["company:can_view_staff", "company:can_update_staff", "company:can_delete_staff", ...ofAll],
  params: z.strictObject({ companyId: z.uuid() }),
  row: staffRow,
  search: ["name", "email", "phone", "staff_number"],
  filters: {
    status: { kind: "choice", label: "State", options: employmentStates.states },
    department: { kind: "text", label: "Department" },
    roles: { kind: "text", label: "Role" },
    is_administrator: { kind: "boolean", label: "Administrator" },
  },
  sorts: ["last_name", "created_at"],
  ranges: ["created_at"],
  default_sort: "last_name",
});

/** Screen R043 of the provider. */
export const everybody = list("/admin/corporate/staff", {
  spec: "added",
  because: "R043 is open to the provider, and C229 reads one company.",
  summary: "The people of all companies",
  can: ofAll,
  row: staffRow.omit({ abilities: true }).extend({ company: z.string(), company_id: z.uuid() }),
  search: ["name", "email", "phone", "staff_number"],
  filters: {
    status: { kind: "choice", label: "State", options: employmentStates.states },
    company_id: { kind: "id", label: "Company, exactly" },
    is_administrator: { kind: "boolean", label: "Administrator" },
  },
  sorts: ["created_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

export const find = get("/companies/employees/{id}", {
  spec: "added",
  because: "A company opens one of its own people (R045).",
  summary: "One of the company's own people",
  can: ["company:can_view_staff_profile"],
  params: idParams,
  response: z.object({ employee }),
});

/** The plan's seats: people who are invited or at work, and how many there may be. */
const seatsOfPlan = z.object({
  plan: z.string().nullable(),
  used: z.int(),
  /** None where no plan holds. */
  allowed: z.int(),
});

const creates = ["company:can_create_staff", "provider:can_create_staff"] as const;
export const seats = get("/companies/employees/seats", {
  spec: "added",
  because: "Where somebody is invited one sees whether the plan has a place for them (S012, C235).",
  summary: "How many people the company's plan has places for, and how many it has",
  can: creates,
  query: z.strictObject({ company_id: z.uuid().optional() }),
  response: seatsOfPlan,
});

export const choices = get("/companies/employees/choices", {
  spec: "added",
  because: "R044 and R045 choose a department and a manager.",
  summary: "Departments of the company, and people of it by a part of their name",
  can: ["company:can_create_staff", "company:can_update_staff", "provider:can_create_staff"],
  query: z.strictObject({ company_id: z.uuid().optional(), search: z.string().max(80).optional() }),
  response: z.object({ departments: z.array(named), people: z.array(named) }),
});

const place = {
  position: "nullable|max:80",
  staff_number: "nullable|max:30",
  department_id: "nullable",
  manager_id: "nullable",
} as const;
const placed = { department_id: z.uuid().nullish(), manager_id: z.uuid().nullish() } as const;

export const invite = post("/companies/employees", {
  spec: "added",
  because: "R044 registers an employee; the specification names no call (A86).",
  summary: "Register an employee and mail them a link with which they choose their password",
  can: creates,
  effect: "sends",
  body: form(
    {
      company_id: "nullable",
      name: "required|name|max:120",
      email: "required|email|max:200",
      phone: "required|phone",
      role: "required",
      ...place,
    },
    { company_id: z.uuid().nullish(), role: z.enum(invitedRoles), ...placed },
  ),
  /** The request is about rights that another administrator agrees to first. */
  response: z.object({ employee_id: z.uuid(), approval_id: z.uuid().nullable() }),
});

const answered = z.object({ employee });
const changes = { can: ["company:can_update_staff", "provider:can_update_staff"], params: idParams } as const;

export const update = put("/companies/employees/{id}", {
  spec: "added",
  because: "Line 189 names the permission, and no call.",
  summary: "Change an employee's position, number, department or manager",
  ...changes,
  body: form({ ...place, version: "required" }, { ...placed, version: z.int() }),
  response: answered,
});

const shows = ["person", "email", "staff_number"];
const own_employment = { status: 403, words: "Nobody decides about their own employment.", is_hidden: true } as const;
const administrator = {
  status: 403,
  words: "An administrator is changed by those who may manage administrators.",
} as const;
const last_administrator = {
  status: 409,
  words: "This is the company's last administrator. Make another one first.",
} as const;
const no_seat = {
  status: 409,
  words:
    "Every place of the company's plan is taken. Choose a larger plan under Settings, or let somebody leave first.",
} as const;
const gone = { can: ["company:can_delete_staff", "provider:can_delete_staff"], params: idParams } as const;
const reasoned = form({ reason: reasonRule });

export const inviteAgain = action(
  employmentStates,
  { name: "invite_again", from: ["invited", "expired"] },
  {
    asks: {
      label: "Send the link again",
      title: "Send the link again?",
      body: "The link that was sent before no longer works. The new one works for seven days.",
      shows,
      yes: "Send",
      done: "Sent.",
    },
    refuses: { no_seat },
    call: post("/companies/employees/{id}/invite-again", {
      spec: "added",
      because: "The mailed link of an invitation ends after seven days.",
      summary: "Mail an invited employee a new link",
      can: creates,
      effect: "sends",
      params: idParams,
      response: answered,
    }),
  },
);

export const withdraw = action(employmentStates, "withdraw", {
  asks: {
    label: "Withdraw…",
    title: "Withdraw this invitation?",
    body: "The link no longer works and the place in the plan is free again. Their e-mail and phone can be invited again.",
    shows,
    style: "danger",
    done: "Withdrawn.",
  },
  call: post("/companies/employees/{id}/withdraw", {
    spec: "added",
    because: "An invitation to the wrong person is taken back.",
    summary: "Withdraw the invitation of somebody who has not joined",
    ...gone,
    response: answered,
  }),
});

export const deactivate = action(employmentStates, "deactivate", {
  asks: {
    label: "Deactivate…",
    title: "Deactivate this employee?",
    body: "They are signed out, do nothing for the company until they are activated again, and free their place in the plan. Their own account and their loans stay.",
    shows,
    reason: "required",
    style: "danger",
    done: "Deactivated and signed out.",
  },
  refuses: { own_employment, administrator, last_administrator },
  call: post("/companies/employees/{id}/deactivate", {
    spec: "added",
    because: "The activity staff_deactivated (S163) has no call.",
    summary: "Suspend an employee from the company's business",
    effect: "sends",
    ...changes,
    body: reasoned,
    response: answered,
  }),
});

export const activate = action(employmentStates, "activate", {
  asks: {
    label: "Activate",
    title: "Activate this employee?",
    body: "They have the roles that they had before.",
    shows,
    done: "Activated.",
  },
  refuses: { own_employment, administrator, no_seat },
  call: post("/companies/employees/{id}/activate", {
    spec: "added",
    because: "The activity staff_activated (S161) has no call.",
    summary: "Let an employee act for the company again",
    effect: "sends",
    ...changes,
    response: answered,
  }),
});

/** What leaving takes with it, before it is done. */
export const leaving = get("/companies/employees/{id}/leaving", {
  spec: "added",
  because: "What leaving takes with it is listed before somebody leaves.",
  summary: "What happens when this employee leaves",
  ...gone,
  response: z.object({
    roles: z.array(z.string()),
    /** Departments and units that have no head afterwards. */
    leads: z.array(z.string()),
    /** What else it takes with it, a sentence each: cards. */
    also: z.array(z.string()),
    reports: z.int(),
    /** Who is their manager afterwards. */
    reports_go_to: z.string().nullable(),
    /** Money and credit of the company that goes back to it. */
    held_kobo: kobo,
    loans_running: z.int(),
    /** Null for those who may not see loans. */
    owed_kobo: kobo.nullable(),
    loans_requested: z.int(),
  }),
});

export const leave = action(employmentStates, "leave", {
  refuses: { own_employment, administrator, last_administrator },
  call: post("/companies/employees/{id}/leave", {
    spec: "added",
    because: "Line 189 names the permission, and no call (staff_deleted, S164).",
    summary: "Record that an employee has left the company",
    effect: "sends",
    ...gone,
    body: reasoned,
    response: answered,
  }),
});
