/** The terms and the privacy notice. A changed text is a new version (contract/people/terms.ts): everybody accepts it again. */

/** A heading with its paragraphs. */
export type Section = readonly [heading: string, ...paragraphs: string[]];

export const termsSections: readonly Section[] = [
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

export const privacySections: readonly Section[] = [
  [
    "What we collect",
    "Your name, e-mail, phone and password when you register; the password is kept only as a hash. Later, with each step of your profile: your BVN or NIN, address, work, salary, bank account, documents and bank statements.",
    "We also keep your loans and payments, the messages between us, and when and from which network address you use the application.",
  ],
  [
    "Why we use it",
    "To know that you are who you say, to decide about lending, to pay out and collect loans, to prevent fraud, and to meet the law. We do not sell your data.",
    "We ask for your separate agreement before we look up your BVN or NIN, ask the credit bureaus, or read your bank statement. The words that you agreed to are kept.",
    "Rules in our software decide or prepare some decisions. You can see the reasons, and a person looks again when you appeal.",
  ],
  [
    "Who receives it",
    "Identity services, credit bureaus, banks, and the companies that send our messages and process cards receive what their task needs. Your card number stays with the card company; we never keep it.",
    "If you say that you work for a company that uses Manilla, its staff are asked to confirm it. Our own staff see only what their role needs, and what they do is recorded.",
  ],
  [
    "How it is kept",
    "BVN, NIN and account numbers are encrypted with a key of your own. If your data is erased, that key is destroyed.",
    "Profiles that were never finished, and old messages, are deleted after a set time. Records of loans and payments are kept as long as the law requires, also after an erasure.",
  ],
  [
    "Your rights",
    "Under the Nigeria Data Protection Act 2023 you can get a copy of your data, have it corrected, ask for its erasure, and stop offers. You find all of this under Settings, Profile. We answer within a month.",
    "If you are not satisfied, you can complain to the Nigeria Data Protection Commission.",
  ],
];
