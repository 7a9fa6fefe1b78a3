/** One request as an approver reads it on a phone: who is paid, at which bank, whether the name agrees, how much, and why. */
import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import styles from "../../../shared/approvals/one-by-one.module.css";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { Facts, type Maybe, When } from "../../../shared/ui/kit.tsx";
import { approvalKind } from "./approval-words.ts";
import { AccountOf, BankName, PaperLink, WouldBeRefused } from "./effect.tsx";

type Approval = Answer<typeof calls.approvals.find>;
const SHOWN_PAYEES = 3;

/** The request: kind, amount, requester and reason. */
export const askedFacts = ({
  kind,
  amount_kobo,
  maker,
  created_at,
  reason,
}: Approval): Maybe<{ label: string; value: ReactNode }>[] => [
  { label: "Kind", value: approvalKind(kind) },
  amount_kobo && { label: "Amount", value: naira(amount_kobo) },
  {
    label: "Requested by",
    value: (
      <>
        {maker.name}, <When at={created_at} />
      </>
    ),
  },
  reason && { label: "Reason", value: reason },
];

export function ApprovalCard({ approval }: { approval: Approval }): ReactNode {
  const { payees, facts, papers, refusal, texts } = approval.effect;
  const more = Math.max(payees.length, approval.item_count) - SHOWN_PAYEES;
  return (
    <>
      <WouldBeRefused because={refusal} />
      {payees.slice(0, SHOWN_PAYEES).map((payee) => (
        <div key={payee.reference} className={styles.payee}>
          <div className={styles.line}>
            <strong>{payee.person.name}</strong>
            <strong>{naira(payee.amount_kobo)}</strong>
          </div>
          <div>
            <AccountOf {...payee} />
          </div>
          <div>
            <span className="muted">The bank’s name:</span> <BankName {...payee} />
          </div>
          {payee.rules_say && <div className="muted">{payee.rules_say}</div>}
        </div>
      ))}
      {payees.length > 0 && more > 0 && <p className="muted">and {more} more</p>}
      {texts.slice(0, 1).map(({ to, subject, body }) => (
        <blockquote key={to} className={styles.text}>
          {subject && <strong>{subject}</strong>}
          {body}
        </blockquote>
      ))}
      <Facts items={[...askedFacts(approval), ...facts]} />
      {papers.length > 0 && (
        <div className={styles.papers}>
          {papers.map((paper) => (
            <span key={paper.link}>
              {paper.label}: <PaperLink {...paper} />
            </span>
          ))}
        </div>
      )}
    </>
  );
}
