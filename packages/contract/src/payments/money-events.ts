/** Transactions, payments and their history (R141, R146, R147): one line for each movement of money, for every audience. */
import { z } from "zod";
import { get, idParams, list } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";
import { moneyDirections, moneySourceNames, moneyStatuses } from "./money-event-kinds.ts";

const sees = ["provider:can_view_transactions", "company:can_view_statements", "personal:can_view_statements"] as const;

const row = z.object({
  id: z.uuid(),
  source: z.enum(moneySourceNames),
  purpose: z.string(),
  direction: z.enum(moneyDirections),
  /** Whose money it is, for the provider's staff. */
  owner: z.string().nullable(),
  user_id: z.uuid().nullable(),
  company_id: z.uuid().nullable(),
  counterparty: z.string().nullable(),
  reference: z.string(),
  amount_kobo: kobo,
  status: z.enum(moneyStatuses),
  is_unknown: z.boolean(),
  happened_at: moment,
});

const filters = {
  source: { kind: "choice", label: "What", options: moneySourceNames },
  direction: { kind: "choice", label: "In or out", options: moneyDirections },
  user_id: { kind: "id", label: "Person" },
  company_id: { kind: "id", label: "Company" },
} as const;
const status = { kind: "choice", label: "State", options: moneyStatuses } as const;
const shape = {
  row,
  search: ["reference", "counterparty"],
  sorts: ["happened_at", "amount_kobo"],
  ranges: ["happened_at", "amount_kobo"],
  default_sort: "-happened_at",
} as const;

export const listAll = list("/transactions", {
  spec: "added",
  because: "R141 lists them; the specification names no call.",
  summary: "What moved: of all for the provider's staff, of the company for its people, else of the caller",
  can: sees,
  filters: { ...filters, status },
  ...shape,
});

export const listOpen = list("/payments", {
  spec: "added",
  because: "R146 lists what has not ended; the specification names no call.",
  summary: "Movements of money that have not ended, in the scope of the caller",
  can: sees,
  filters: { ...filters, is_unknown: { kind: "boolean", label: "Without an answer" } },
  ...shape,
});

export const listEnded = list("/payments/history", {
  spec: "added",
  because: "R147 lists what has ended; the specification names no call.",
  summary: "Movements of money that have ended, in the scope of the caller",
  can: sees,
  filters: { ...filters, status },
  ...shape,
});

export const desk = get("/admin/payments/desk", {
  spec: "added",
  because: "R146 begins with how much is in flight, for how long, and what nobody has answered.",
  summary: "What is in flight by its kind: how many, how much, since when, how many without an answer",
  audience: "admin",
  can: ["provider:can_view_transactions"],
  response: z.object({
    open: z.array(
      z.object({
        source: z.enum(moneySourceNames),
        count: z.int(),
        amount_kobo: kobo,
        unknown: z.int(),
        oldest_at: moment,
      }),
    ),
  }),
});

export const find = get("/transactions/{id}", {
  spec: "added",
  because: "A question about money begins with one movement of it.",
  summary: "One movement of money, in the scope of the caller",
  can: sees,
  params: idParams,
  response: row,
});
