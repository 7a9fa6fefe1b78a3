/** How much may move in cash wallets: the limits of the tiers with their history (R025), and higher ones for a person (R137). */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, koboText, nonNegativeKobo, positiveKobo } from "../money.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { own_request, requestOf } from "../request.ts";
import { businessDate } from "../time.ts";
import { cashLimitRequestStates } from "./cash-limit-request-states.ts";
import { plans } from "./profiles.ts";
import { cashLimitNames } from "./wallet-kinds.ts";

const MEGABYTE = 1_048_576;
const decides = { audience: "admin", can: ["provider:can_update_user_wallet_limit"] } as const;

const request = requestOf(cashLimitRequestStates).extend({
  kind: z.enum(cashLimitNames),
  requested_kobo: kobo,
  /** The limit as it was when more was requested; null where there was none. */
  limit_before_kobo: kobo.nullable(),
  purpose: z.string().nullable(),
  granted_kobo: kobo.nullable(),
  /** Waits for a second person. */
  is_waiting: z.boolean(),
});
const refuses = {
  own_request,
  already_requested: { status: 409, words: "A second person has to decide about this request." },
} as const;

/** R137. */
export const listRequests = list("/admin/personal/cash/limit-requests", {
  spec: "added",
  because: "R137 lists them; the specification names no call.",
  summary: "Requests of people for higher limits of their cash wallets",
  ...decides,
  row: request.extend({
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    plan: z.enum(plans),
    /** The paper that came with it. */
    document_id: z.uuid().nullable(),
    decided_by: z.string().nullable(),
    abilities,
  }),
  search: ["name", "email", "phone"],
  filters: {
    status: { kind: "choice", options: cashLimitRequestStates.states },
    kind: { kind: "choice", label: "Limit", options: cashLimitNames },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["created_at", "requested_kobo", "limit_before_kobo", "granted_kobo"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

/** C180. `{id}` is the person; their open request about this limit is answered by it. */
export const addLimit = post("/admin/personal/cash/add-limit/{id}", {
  spec: "C180",
  summary: "Give a person a higher limit; above the configured amount a second person decides",
  ...decides,
  effect: "sends",
  step_up: true,
  params: idParams,
  body: form(
    {
      kind: `required|inArray:${cashLimitNames.join(",")}`,
      limit_kobo: "required|number|min:1",
      valid_until: "nullable",
      reason: reasonRule,
    },
    { kind: z.enum(cashLimitNames), limit_kobo: positiveKobo, valid_until: businessDate.nullish() },
  ),
  /** `approval_id` is null where it holds at once. */
  response: z.object({ approval_id: z.uuid().nullable() }),
});

export const decline = action(cashLimitRequestStates, "decline", {
  asks: {
    label: "Decline…",
    title: "Decline this request?",
    body: "The person gets a message with your reason.",
    shows: ["person", "requested_kobo", "purpose"],
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined.",
  },
  refuses,
  call: post("/admin/personal/cash/limit-requests/{id}/decline", {
    spec: "added",
    because: "R137 is decided both ways; the specification names the adding alone.",
    summary: "Decline a request for a higher limit of a cash wallet",
    ...decides,
    effect: "sends",
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ request }),
  }),
});

const limits = {
  single_deposit_kobo: kobo.nullable(),
  daily_outflow_kobo: kobo.nullable(),
  single_outflow_kobo: kobo.nullable(),
  monthly_outflow_kobo: kobo.nullable(),
  balance_kobo: kobo.nullable(),
  /** How many transfers may leave in a day. */
  daily_transfers: z.int().nullable(),
};

/** R025. */
export const configuration = get("/admin/personal/cash/configuration", {
  spec: "added",
  because: "R025 shows the limits of the tiers; the specification names no call.",
  summary: "The limits of each tier, with what they were and what they will be",
  audience: "admin",
  can: ["provider:can_view_cash_configuration"],
  response: z.object({
    today: businessDate,
    /** The newest first. */
    tiers: z.array(
      z.object({
        plan: z.enum(plans),
        valid_from: businessDate,
        ...limits,
        /** It holds now; else it held before, or will. */
        is_now: z.boolean(),
        reason: z.string().nullable(),
        set_by: z.string().nullable(),
      }),
    ),
    /** A transfer out of a cash wallet above this awaits approval. */
    transfer_approval_kobo: kobo,
    /** The limit that one colleague may give alone. */
    limit_by_one_kobo: kobo,
    waiting: z.array(z.object({ approval_id: z.uuid(), title: z.string() })),
  }),
});

export const change = put("/admin/personal/cash/configuration", {
  spec: "added",
  because: "R025 configures the limits; the specification names no call.",
  summary: "Ask a second person for other limits of a tier from a day on",
  audience: "admin",
  can: ["provider:can_update_system_configuration"],
  step_up: true,
  body: form(
    {
      plan: `required|inArray:${plans.join(",")}`,
      valid_from: "required",
      single_deposit_kobo: "nullable",
      daily_outflow_kobo: "nullable",
      single_outflow_kobo: "nullable",
      monthly_outflow_kobo: "nullable",
      balance_kobo: "nullable",
      daily_transfers: "nullable|number|min:0|max:10000",
      reason: reasonRule,
    },
    {
      plan: z.enum(plans),
      valid_from: businessDate,
      single_deposit_kobo: nonNegativeKobo.nullish(),
      daily_outflow_kobo: nonNegativeKobo.nullish(),
      single_outflow_kobo: nonNegativeKobo.nullish(),
      monthly_outflow_kobo: nonNegativeKobo.nullish(),
      balance_kobo: nonNegativeKobo.nullish(),
      daily_transfers: z.int().nullish(),
    },
  ),
  response: secondPersonAsked,
});

/** For the person's own page; what they requested before is in C327. */
export const ask = post("/personal/users/wallet/limit-requests", {
  spec: "added",
  because: "Somebody asks for what R137 decides; the specification names no call.",
  summary: "Ask for a higher limit of one's cash wallet, with a paper that shows why",
  audience: "customer",
  can: ["personal:can_use_wallets"],
  effect: "sends",
  files: { field: "document", accept: ["pdf", "png", "jpeg"], max_bytes: 10 * MEGABYTE },
  body: form(
    {
      kind: `required|inArray:${cashLimitNames.join(",")}`,
      requested_kobo: "required",
      purpose: "required|min:5|max:500",
    },
    { kind: z.enum(cashLimitNames), requested_kobo: koboText },
  ),
  response: z.object({ request }),
});
