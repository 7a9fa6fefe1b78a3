import type { ReactNode } from "react";
import { LegalPage, type Section } from "./legal-page.tsx";

const sections: readonly Section[] = [
  [
    "Your account",
    "You must be an adult and give true details about yourself. An account is for one person: do not share your password or the codes that we send you.",
    "If you register a company, you confirm that you may act for it. You are its first administrator.",
  ],
  [
    "Borrowing",
    "An account is not a loan, and a request binds you to nothing. We may decline a request; you see the reasons.",
    "Before you accept an offer, its letter shows what you receive, the interest, every fee, each instalment and its date. A loan begins only when you accept that letter, and the letter then holds.",
  ],
  [
    "Paying back",
    "You can pay by card or by bank transfer. If you save a card for a loan, we debit it for instalments that are due.",
    "You may pay early. The loan page shows the amount that settles the loan today.",
    "If you pay late, a penalty may be added as your offer letter says.",
  ],
  [
    "Our part",
    "Each payment has a receipt. A payment whose outcome is unknown is checked at the bank before anything is sent or debited again.",
    "If you think that a figure or a decision is wrong, tell us. If you were declined, you can appeal in the application.",
  ],
  [
    "Ending and changes",
    "You can ask us to close your account and erase your data when nothing is owed. We may close an account that is used for fraud.",
    "We keep the version that you accepted and the time at which you accepted it. A loan that runs keeps the terms of its offer letter.",
  ],
];

export default function TermsScreen(): ReactNode {
  return <LegalPage title="Terms" sections={sections} />;
}
