import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { maySend, useSession } from "../../../shared/session/session.ts";

const { disbursements, repayments, settlements, terms } = calls.cardPartners;

/** A card's page under /admin is opened with the permission of the provider's list of cards: that of one's own card is not enough. */
export const OF_A_CARD = calls.cards.ofCompanies;

const PAGES = [
  ["To fund", disbursements, (partner: string) => `/admin/disbursement/personal/credit-card/${partner}`],
  ["To pass on", repayments, (partner: string) => `/admin/repayments/personal/credit-card/${partner}`],
  ["Settlements", settlements, (partner: string) => `/admin/card-partners/${partner}/settlements`],
  ["Terms", terms, (partner: string) => `/admin/card-partners/${partner}/terms`],
] as const;

/** The other pages of a partner that the person may open. */
export function PartnerLinks({ partner, here }: { partner: string; here: (typeof PAGES)[number][0] }): ReactNode {
  const session = useSession();
  return PAGES.filter(([name, call]) => name !== here && maySend(session, call)).map(([name, , addressOf]) => (
    <Link key={name} to={addressOf(partner)}>
      {name}
    </Link>
  ));
}
