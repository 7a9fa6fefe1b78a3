import type { ReactNode } from "react";
import { Link } from "react-router";

const PAGES = [
  ["To fund", (partner: string) => `/admin/disbursement/personal/credit-card/${partner}`],
  ["To pass on", (partner: string) => `/admin/repayments/personal/credit-card/${partner}`],
  ["Settlements", (partner: string) => `/admin/card-partners/${partner}/settlements`],
] as const;

/** The other pages of a partner. */
export const PartnerLinks = ({ partner, here }: { partner: string; here: (typeof PAGES)[number][0] }): ReactNode => (
  <>
    {PAGES.filter(([name]) => name !== here).map(([name, addressOf]) => (
      <Link key={name} to={addressOf(partner)}>
        {name}
      </Link>
    ))}
  </>
);
