/** Reward wallets (R169, R170): what people have earned, until when it can be redeemed, and redeeming it into the cash wallet. */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { tierLimits } from "../people/personal-wallets.ts";
import { personalMovementKinds, personalWalletNames } from "../people/wallet-kinds.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { moment } from "../time.ts";
import { rewardLotStates } from "./reward-lot-states.ts";
import { UNSORTED } from "../page.ts";

const reads = { can: ["provider:can_view_users"] } as const;

const lot = z.object({
  id: z.uuid(),
  /** Why it was earned, in words. */
  reason: z.string(),
  amount_kobo: kobo,
  left_kobo: kobo,
  status: z.enum(rewardLotStates.states),
  earned_on: z.string(),
  /** The last day on which it can be redeemed. */
  expires_on: z.string(),
});

const wallet = {
  available_kobo: kobo,
  /** What can be redeemed now; less than what is available where the tier's limit leaves no more room. */
  redeemable_kobo: kobo,
  why_less: z.string().nullable(),
  /** What expires first; null while nothing is available. */
  next_expiry: z.object({ on: z.string(), amount_kobo: kobo }).nullable(),
  /** The latest fifty, those that can be redeemed first. */
  lots: z.array(lot),
};

/** C329. */
export const findOwn = get("/personal/users/wallet", {
  spec: "C329",
  summary: "The caller's rewards: what can be redeemed, and until when",
  can: ["personal:can_view_statements"],
  response: z.object(wallet),
});

/** C326. A GET that moves money: it redeems all that can be redeemed, and finds nothing to redeem the next time. */
export const redeem = get("/personal/users/transaction/redeem-wallet", {
  spec: "C326",
  summary: "Redeem the caller's rewards into their cash wallet",
  can: ["personal:can_use_wallets"],
  effect: "moves_money",
  notes: "Redeems everything available, as far as the tier's limits allow. Answers 0 redeemed where nothing is left.",
  response: z.object({ redeemed_kobo: kobo, cash_kobo: kobo, available_kobo: kobo }),
});

/** C175. */
export const listAll = list("/admin/personal/users/wallet/reward", {
  spec: "C175",
  summary: "Reward wallets: what people have earned, redeemed and let expire",
  ...reads,
  row: z.object({
    id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    email: z.string(),
    available_kobo: kobo,
    earned_kobo: kobo,
    redeemed_kobo: kobo,
    expired_kobo: kobo,
    next_expires_on: z.string().nullable(),
    opened_at: moment,
  }),
  search: ["name", "last_name", "email"],
  filters: { has_rewards: { kind: "boolean", label: "Something to redeem" } },
  sorts: ["opened_at", "available_kobo", "next_expires_on", "earned_kobo", "redeemed_kobo", "expired_kobo"],
  ranges: ["opened_at"],
  default_sort: "-opened_at",
});

/** C176. `{id}` is the person. */
export const find = get("/admin/personal/users/wallet/{id}/reward", {
  spec: "C176",
  summary: "A person's reward wallet, with their cash wallet and the limits of their tier",
  ...reads,
  params: idParams,
  response: z.object({
    person: z.object({ id: z.uuid(), name: z.string() }),
    ...wallet,
    cash_kobo: kobo,
    limits: tierLimits,
    /** A reward that a second person has not decided about yet. */
    waiting: z.boolean(),
  }),
});

/** C178. */
export const movements = list("/admin/personal/users/wallet/transactions", {
  spec: "C178",
  summary: "What moved in the reward and cash wallets of people",
  ...reads,
  row: z.object({
    id: z.uuid(),
    happened_at: moment,
    user_id: z.uuid(),
    person: z.string(),
    wallet: z.enum(personalWalletNames),
    kind: z.enum(personalMovementKinds),
    amount_kobo: kobo,
    balance_kobo: kobo,
    reference: z.string(),
    note: z.string().nullable(),
    by: z.string().nullable(),
  }),
  search: ["reference", "person"],
  filters: {
    wallet: { kind: "choice", label: "Wallet", options: personalWalletNames },
    kind: { kind: "choice", label: "What", options: personalMovementKinds },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["happened_at", "amount_kobo"],
  unsorted: { balance_kobo: UNSORTED.running },
  ranges: ["happened_at", "amount_kobo"],
  default_sort: "-happened_at",
});

export const give = post("/admin/personal/users/wallet/{id}/reward", {
  spec: "added",
  because: "A reward is also given by hand (goodwill, a campaign); a second person decides.",
  summary: "Ask to give a person a reward",
  can: ["provider:can_give_rewards"],
  effect: "moves_money",
  step_up: true,
  params: idParams,
  body: form(
    { amount_kobo: "required", slip_id: "required", reason: reasonRule },
    { amount_kobo: positiveKobo, slip_id: z.uuid() },
  ),
  response: secondPersonAsked,
});
