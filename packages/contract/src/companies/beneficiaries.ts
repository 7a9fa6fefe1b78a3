/** Whom a company pays (R051, R052): typed or from a file, with the bank's own name for the account, agreed to by the company's chain. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { moment } from "../time.ts";
import { beneficiaryStates } from "./beneficiary-states.ts";
import { beneficiaryUploadStates } from "./beneficiary-upload-states.ts";

const view = ["company:can_view_beneficiaries"] as const;
const create_ = ["company:can_create_beneficiaries"] as const;
const verdicts = ["same", "near", "different"] as const;

const beneficiaryRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** As the bank calls the account. */
  account_name: z.string(),
  name_verdict: z.enum(verdicts),
  bank_name: z.string(),
  /** Its last four digits. */
  account_no: z.string(),
  status: z.enum(beneficiaryStates.states),
  /** Until then a new account is paid little; null when that is over, or not begun. */
  cooling_until: moment.nullable(),
  /** A change of it waits in the inbox. */
  is_changing: z.boolean(),
  version: z.int(),
  created_at: moment,
  abilities,
});

export const listAll = list("/companies/beneficiaries/all/{id}", {
  spec: "C238",
  summary: "Whom the company pays",
  can: view,
  params: idParams,
  row: beneficiaryRow,
  search: ["name", "account name", "last four digits"],
  filters: {
    status: { kind: "choice", label: "State", options: beneficiaryStates.states },
    name_verdict: { kind: "choice", label: "The bank's name", options: verdicts },
    bank_name: "text",
    is_changing: { kind: "boolean", label: "Change waits" },
  },
  sorts: ["name", "bank_name", "created_at"],
  ranges: ["created_at"],
  default_sort: "name",
});

export const find = get("/companies/beneficiaries/{id}", {
  spec: "added",
  because: "An account is looked at with everything that was changed in it.",
  summary: "One beneficiary with its history",
  can: view,
  params: idParams,
  response: beneficiaryRow.extend({
    email: z.string().nullable(),
    bank_code: z.string(),
    match_percent: z.int(),
    /** An account of the company itself: what is sent there is no spend. */
    is_own: z.boolean(),
    employee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    /** The request that waits. */
    approval_id: z.uuid().nullable(),
    history: z.array(
      z.object({ id: z.uuid(), title: z.string(), by: z.string(), reason: z.string().nullable(), at: moment }),
    ),
  }),
});

const account = { bank_code: "required|max:10", account_no: "required|number|length:10" } as const;

export const enquire = post("/companies/beneficiaries/name-enquiry", {
  spec: "added",
  because: "The bank's name for an account is seen before it is kept.",
  summary: "Ask the bank whose account it is",
  can: ["company:can_create_beneficiaries", "company:can_update_beneficiaries"],
  body: form({ name: "nullable|max:120", ...account }),
  response: z.object({ account_name: z.string(), match_percent: z.int(), verdict: z.enum(verdicts) }),
});

const fields = {
  name: "required|min:2|max:120",
  ...account,
  email: "nullable|email|max:200",
  employee_id: "nullable",
  name_confirmed: "nullable",
  is_own: "nullable",
} as const;
const typed = {
  employee_id: z.uuid().nullish(),
  name_confirmed: z.boolean().optional(),
  is_own: z.boolean().optional(),
} as const;
const asked = z.object({ beneficiary: beneficiaryRow, approval_id: z.uuid() });

export const create = post("/companies/beneficiaries/create", {
  spec: "C254",
  summary: "Ask for a beneficiary; the company's chain agrees",
  can: create_,
  effect: "sends",
  body: form(fields, typed),
  response: asked,
});

export const update = put("/companies/beneficiaries/{id}", {
  spec: "added",
  because: "Line 186 names the permission, and no call.",
  summary: "Ask for a change, or again after a refusal; what is there holds until the chain agrees",
  can: ["company:can_update_beneficiaries"],
  effect: "sends",
  params: idParams,
  body: form(
    { ...fields, account_no: "nullable|number|length:10", version: "required" },
    { ...typed, version: z.int() },
  ),
  response: asked,
});

export const remove = action(
  beneficiaryStates,
  { name: "delete", from: ["active"] },
  {
    asks: {
      label: "Delete…",
      title: "Ask to delete this beneficiary?",
      body: "The company's chain agrees first. It stays on record and is paid no more.",
      shows: ["name", "bank_name", "account_no"],
      reason: "required",
      yes: "Ask",
      style: "danger",
      done: "Asked. It is deleted when the chain agrees.",
    },
    refuses: { change_waits: { status: 409, words: "A change of it waits in the inbox: that is decided first." } },
    call: post("/companies/beneficiaries/{id}/delete", {
      spec: "added",
      because: "Line 186 names the permission, and no call.",
      summary: "Ask to delete a beneficiary",
      can: ["company:can_delete_beneficiaries"],
      effect: "sends",
      params: idParams,
      body: form({ reason: "required|min:3|max:500" }),
      response: asked,
    }),
  },
);

const uploadRow = z.object({
  id: z.uuid(),
  file_name: z.string(),
  status: z.enum(beneficiaryUploadStates.states),
  total: z.int(),
  checked: z.int(),
  ready: z.int(),
  near: z.int(),
  refused: z.int(),
  by: z.string(),
  created_at: moment,
});

export const upload = post("/companies/beneficiaries/uploads", {
  spec: "added",
  because: "A company pays many: it brings them in a file.",
  summary: "Bring a CSV of beneficiaries; the same file again is the one that was brought",
  can: create_,
  files: { field: "file", accept: ["csv"], max_bytes: 2_000_000 },
  response: z.object({ upload: uploadRow, is_known: z.boolean() }),
});

export const uploads = list("/companies/beneficiaries/uploads", {
  spec: "added",
  because: "A file is found again.",
  summary: "Files of beneficiaries",
  can: create_,
  row: uploadRow,
  search: ["file_name"],
  filters: { status: { kind: "choice", options: beneficiaryUploadStates.states } },
  sorts: ["created_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

export const uploaded = get("/companies/beneficiaries/uploads/{id}", {
  spec: "added",
  because: "Each row has a verdict before anything is kept.",
  summary: "One file with the verdict of each row",
  can: create_,
  params: idParams,
  response: uploadRow.extend({
    rows: z.array(
      z.object({
        number: z.int(),
        name: z.string(),
        bank: z.string(),
        account_no: z.string(),
        account_name: z.string().nullable(),
        match_percent: z.int().nullable(),
        verdict: z.enum(["waiting", "ready", "near", "refused"]),
        reason: z.string().nullable(),
      }),
    ),
  }),
});

export const addUploaded = post("/companies/beneficiaries/uploads/{id}/add", {
  spec: "added",
  because: "What a file brings is added by a person who has seen the verdicts.",
  summary: "Ask for those of a file: one request for all whose names agree, one for each that is near",
  can: create_,
  effect: "sends",
  params: idParams,
  body: z.strictObject({ with_near: z.boolean() }),
  response: z.object({ added: z.int(), requests: z.int() }),
});
