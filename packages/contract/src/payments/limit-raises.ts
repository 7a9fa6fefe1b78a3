/** Higher limits of a company's wallet: what holds and what is left, asking for more, and the provider's answer. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, koboText, positiveKobo } from "../money.ts";
import { channelRoom } from "../people/personal-wallets.ts";
import { reasonRule } from "../reasons.ts";
import { own_request, requestOf } from "../request.ts";
import { businessDate } from "../time.ts";
import { walletLimitNames } from "./limit-raise-kinds.ts";
import { limitRaiseStates } from "./limit-raise-states.ts";

const decides = { audience: "admin", can: ["provider:can_update_user_wallet_limit"] } as const;
const kind = z.enum(walletLimitNames);
const raise = requestOf(limitRaiseStates).extend({
  kind,
  requested_kobo: kobo,
  limit_before_kobo: kobo,
  purpose: z.string().nullable(),
  granted_kobo: kobo.nullable(),
  valid_until: businessDate.nullable(),
  /** Waits for a second person. */
  is_waiting: z.boolean(),
});

export const ofWallet = get("/companies/wallet/{id}/limits", {
  spec: "added",
  because: "Issue 14: what is left is shown before anybody types; C236 has the day's limit alone.",
  summary: "The provider's limits of a company's wallet, what is left of each, and what was asked for",
  can: ["company:can_view_wallet", "provider:can_view_wallet"],
  params: idParams,
  response: z.object({
    limits: z.array(
      z.object({
        kind,
        /** Null: without a limit. */
        limit_kobo: kobo.nullable(),
        left_kobo: kobo.nullable(),
        /** The last day of a raise that holds. */
        raised_until: businessDate.nullable(),
        is_raised: z.boolean(),
      }),
    ),
    /** The provider's limits of a day by how a payment came, of those that hold. */
    channels: z.array(channelRoom),
    raises: z.array(raise),
  }),
});

export const ask = post("/company/wallet/limit-raises", {
  spec: "added",
  because: "Issue 14: a raise is a request.",
  summary: "Ask for a higher limit of the company's wallet, with a paper that shows why where there is one",
  can: ["company:can_fund_debit_wallet"],
  guards: ["password_changed"],
  effect: "sends",
  files: { field: "document", accept: ["pdf", "png", "jpeg"], max_bytes: 10 * 1_048_576 },
  body: form(
    {
      kind: `required|inArray:${walletLimitNames.join(",")}`,
      requested_kobo: "required",
      purpose: "required|min:5|max:500",
      valid_until: "nullable",
    },
    { kind, requested_kobo: koboText, valid_until: businessDate.nullish() },
  ),
  response: z.object({ raise }),
});

export const listAll = list("/admin/corporate/limit-raises", {
  spec: "added",
  because: "Issue 14: requests of companies for higher limits are decided in one place.",
  summary: "Requests of companies for higher limits of their wallets",
  ...decides,
  row: raise.extend({
    company_id: z.uuid(),
    company: z.string(),
    person: z.string(),
    has_paper: z.boolean(),
    decided_by: z.string().nullable(),
    abilities,
  }),
  search: ["company"],
  filters: {
    status: { kind: "choice", options: limitRaiseStates.states },
    kind: { kind: "choice", label: "Limit", options: walletLimitNames },
    company_id: { kind: "id", label: "Company" },
  },
  sorts: ["created_at", "requested_kobo", "limit_before_kobo", "granted_kobo", "valid_until"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

export const paper = get("/admin/corporate/limit-raises/{id}/paper", {
  spec: "added",
  because: "The approver sees what the company showed.",
  summary: "The paper that came with a request for a higher limit; each look is recorded",
  ...decides,
  kind: "file",
  params: idParams,
});

const refuses = {
  own_request,
  already_requested: { status: 409, words: "A second person has to decide about this request." },
} as const;

export const grant = action(
  limitRaiseStates,
  { name: "grant", from: ["pending"] },
  {
    refuses,
    call: post("/admin/corporate/limit-raises/{id}/grant", {
      spec: "added",
      because: "Issue 14: a raise is granted for a while or without an end, by two above what one may give.",
      summary: "Give a company's wallet a higher limit; above the configured amount a second person decides",
      ...decides,
      effect: "moves_money",
      step_up: true,
      params: idParams,
      body: form(
        { limit_kobo: "required", valid_until: "nullable", reason: reasonRule },
        { limit_kobo: positiveKobo, valid_until: businessDate.nullish() },
      ),
      /** Null where it holds at once. */
      response: z.object({ approval_id: z.uuid().nullable() }),
    }),
  },
);

export const decline = action(limitRaiseStates, "decline", {
  asks: {
    label: "Decline…",
    title: "Decline this request?",
    body: "The requester gets a message with your reason.",
    shows: ["company", "requested_kobo", "purpose"],
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined.",
  },
  refuses,
  call: post("/admin/corporate/limit-raises/{id}/decline", {
    spec: "added",
    because: "Issue 14: a request is decided both ways.",
    summary: "Decline a request of a company for a higher limit",
    ...decides,
    effect: "sends",
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ raise }),
  }),
});
