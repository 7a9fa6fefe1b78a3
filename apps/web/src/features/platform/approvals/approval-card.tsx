/** One request as an approver reads it on a phone: the parts of its page in short, first who is paid and what changes. */
import type { ReactNode } from "react";
import styles from "../../../shared/approvals/one-by-one.module.css";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { Facts } from "../../../shared/ui/kit.tsx";
import { askedFacts, Changes, Items } from "./asked.tsx";
import { Measures, PaperLink, Payees, Postings, Texts, WouldBeRefused } from "./effect.tsx";

const SHOWN_PAYEES = 3;
/** More items than these are folded. */
const SHOWN_ITEMS = 5;

export function ApprovalCard({ approval }: { approval: Answer<typeof calls.approvals.find> }): ReactNode {
  const { facts, papers, refusal, texts, measures, postings } = approval.effect;
  const isPending = approval.status === "pending";
  return (
    <>
      {isPending && <WouldBeRefused because={refusal} />}
      <Payees approval={approval} most={SHOWN_PAYEES} />
      <Changes approval={approval} />
      <Items approval={approval} unfolded={SHOWN_ITEMS} />
      <Texts rows={texts} />
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
      <Measures rows={measures} isPending={isPending} />
      <Postings rows={postings} isPending={isPending} isFolded />
    </>
  );
}
