import { count, day } from "@manilla/contract/formats";
import { LINE_USED_PERCENT } from "@manilla/contract/companies/company-risks";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { When } from "../../../shared/ui/kit.tsx";
import { Block } from "./block.tsx";

const FIRST = { query: { page: 1, limit: 5 } };

/** Companies that have applied; the longest waiting comes first. */
export const Applications = (): ReactNode => (
  <Block
    title="Company applications"
    call={calls.admissions.requests}
    input={FIRST}
    to="/admin/companies/requests"
    empty="No company waits for a decision"
    figures={({ total_count, items: [oldest] }) =>
      oldest
        ? [
            { label: "Waiting", value: count(total_count), href: "/admin/companies/requests" },
            {
              label: "Oldest",
              value: <When at={oldest.created_at} />,
              note: oldest.name,
              href: `/admin/companies/${oldest.id}`,
            },
          ]
        : []
    }
  />
);

const APPROVED = "/admin/companies?f.status=approved";

/** Companies at risk: a low wallet, a line nearly drawn, a plan that ends soon. */
export const CompaniesAtRisk = (): ReactNode => (
  <Block
    title="Companies to talk to"
    call={calls.admissions.statistics}
    to={APPROVED}
    empty="No wallet is low, no line is nearly drawn, no plan ends soon"
    figures={({ at_risk: { wallets_low, lines_used, plans_ending, plans_end_by } }) =>
      [
        { label: "Wallet low", many: wallets_low, href: `${APPROVED}&f.is_wallet_low=true` },
        {
          label: `Over ${LINE_USED_PERCENT} % of line drawn`,
          many: lines_used,
          href: `${APPROVED}&f.is_line_used=true`,
        },
        {
          label: "Plan ends",
          many: plans_ending,
          note: `by ${day(plans_end_by)}`,
          href: `${APPROVED}&f.has_plan=true&rangeKey=plan_paid_until&rangeEnd=${plans_end_by}`,
        },
      ].flatMap(({ many, ...figure }) => (many > 0 ? [{ ...figure, value: count(many) }] : []))
    }
  />
);
