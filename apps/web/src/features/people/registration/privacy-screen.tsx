import type { ReactNode } from "react";
import { LegalPage, type Section } from "./legal-page.tsx";

const sections: readonly Section[] = [
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

export default function PrivacyScreen(): ReactNode {
  return <LegalPage title="Privacy notice" sections={sections} />;
}
