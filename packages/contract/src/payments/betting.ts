/** Betting is kept within bounds: a daily limit, a lower one of one's own, and keeping oneself out of it for a while or permanently. */
import { z } from "zod";
import { get, idParams, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";
import { bettingPauseNames, bettingPausesByStaff } from "./betting-kinds.ts";

const owns = { can: ["personal:can_pay_bills"] } as const;
const pause = z.enum(bettingPauseNames);
const ruleOf = (names: readonly string[]): string => `required|inArray:${names.join(",")}`;

const bounds = z.object({
  /** Whether it is sold at all. */
  is_sold: z.boolean(),
  /** The least of our limit for a day and the person's own. */
  daily_kobo: kobo,
  ours_kobo: kobo,
  own_kobo: kobo.nullable(),
  /** A higher limit of their own waits. */
  next_kobo: kobo.nullable(),
  next_from: moment.nullable(),
  left_kobo: kobo,
  is_excluded: z.boolean(),
  /** Null where permanent. */
  excluded_until: moment.nullable(),
});

export const own = get("/personal/users/betting", {
  spec: "added",
  because: "Issue 14: betting has its own limit and self-exclusion; who bets sees both before typing.",
  summary: "What the caller may still put into betting today, and until when they have kept themselves out of it",
  ...owns,
  response: bounds,
});

export const exclude = post("/personal/users/betting/exclusion", {
  spec: "added",
  because: "Issue 14: a person excludes themselves from betting; nobody undoes it before its end.",
  summary: "Exclude oneself from betting for a while or permanently: it ends by itself, and not earlier",
  ...owns,
  once_within_seconds: 5,
  body: form({ pause: ruleOf(bettingPauseNames) }, { pause }),
  response: bounds,
});

export const setLimit = post("/personal/users/betting/limit", {
  spec: "added",
  because: "Issue 14: a person bounds their own betting below our limit.",
  summary: "Set one's own limit of betting in a day: a lower one holds at once, a higher one after its wait",
  ...owns,
  once_within_seconds: 5,
  body: form({ daily_kobo: "required" }, { daily_kobo: nonNegativeKobo }),
  response: bounds,
});

const staff = { audience: "admin", can: ["provider:can_view_users"] } as const;
const seen = bounds.extend({
  exclusions: z.array(
    z.object({
      id: z.uuid(),
      pause,
      since: moment,
      until: moment.nullable(),
      reason: z.string().nullable(),
      by: z.string(),
    }),
  ),
});

export const ofPerson = get("/admin/users/{id}/betting", {
  spec: "added",
  because: "Issue 14: staff see who has kept themselves out of betting, and until when.",
  summary: "A person's betting limits and their origin",
  ...staff,
  params: idParams,
  response: seen,
});

export const excludePerson = post("/admin/users/{id}/betting/exclusion", {
  spec: "added",
  because: "Issue 14: a person who asks staff to be excluded from betting is excluded; staff cannot lift it.",
  summary: "Keep a person out of betting because they asked for it",
  audience: "admin",
  can: ["provider:can_update_user_wallet_limit"],
  once_within_seconds: 5,
  params: idParams,
  body: form({ pause: ruleOf(bettingPausesByStaff), reason: reasonRule }, { pause: z.enum(bettingPausesByStaff) }),
  response: seen,
});
