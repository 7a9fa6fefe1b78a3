import * as calls from "@manilla/contract/lending/daily-statistics";
import type { Permission } from "@manilla/contract/permissions";
import { countedOnce } from "../../../db/counted-once.ts";
import type { Handlers } from "../../../house/app.ts";
import { noun } from "../../../house/index.ts";
import { broughtBy } from "./brought.ts";
import { type Daily, dailyStatistics as count } from "./queries.ts";

// Counted for all of the provider's staff alike, and given to each as far as they may see it.
const counting = countedOnce<Daily>();

/** Who sees a figure: one of these is enough. */
const seenWith: Record<Exclude<keyof Daily, "since" | "from" | "to"> | "brought", readonly Permission[]> = {
  approvals: ["provider:can_view_approvals", "provider:can_decide_approvals"],
  cases: ["provider:can_view_users"],
  requests: ["provider:can_view_loans"],
  past_due: ["provider:can_view_repayments"],
  unknown: ["provider:can_view_loan_disbursements"],
  lent: ["provider:can_view_loans"],
  rules: ["provider:can_view_bureau_reports"],
  changes: ["provider:can_view_audit"],
  brought: ["provider:can_view_lead_qualifications"],
  trouble: ["provider:can_view_users"],
};

const handlers: Handlers<typeof calls> = {
  async daily(context) {
    const [figures, brought] = await Promise.all([
      counting(context, count),
      // The caller's own: not the same for everybody.
      broughtBy(context.db, context.session.user_id),
    ]);
    const hidden = Object.entries(seenWith)
      .filter(([, rights]) => !rights.some((right) => context.session.permissions.has(right)))
      .map(([figure]) => [figure, null] as const);
    return { ...figures, brought, ...Object.fromEntries(hidden) };
  },
};

export const dailyStatistics = noun({ calls, handlers });
