import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { useRecord } from "../api/use-call.ts";
import { ActionButton } from "../form/action-button.tsx";
import { Answered } from "../ui/answered.tsx";
import { Empty, Panel } from "../ui/kit.tsx";
import { DecisionView } from "./decision-view.tsx";
import styles from "./decisions.module.css";

/** What the rules decided about one person: the newest open, the earlier ones folded. @param props.loanId only those about this request */
export function PersonDecisions({ userId, loanId }: { userId: string; loanId?: string }): ReactNode {
  const answer = useRecord(calls.creditDecisions.ofPerson, { params: { id: userId } });
  const { data } = answer;
  const shown = data?.decisions.filter(({ loan }) => loanId === undefined || loan?.id === loanId) ?? [];
  const [newest, ...earlier] = shown;
  const actions = (
    <>
      <ActionButton
        call={calls.creditDecisions.updateAnalyses}
        params={{ id: userId }}
        body={{}}
        confirm={{
          title: "Read the newest statement again and decide?",
          body: "The statement is analysed again; then the active rules decide. Nothing is lent by that.",
          yes: "Read and decide",
        }}
        done="Read and decided."
      >
        Read the statement anew
      </ActionButton>
      <ActionButton
        call={calls.creditDecisions.decideUpon}
        params={{ id: userId }}
        body={{}}
        confirm={{
          title: "Have the rules decide now?",
          body: "The active rules judge the present record. This lends nothing.",
          yes: "Decide",
        }}
        done="Decided."
      >
        Decide by the rules
      </ActionButton>
    </>
  );
  return (
    <Panel title="Decision of the rules" actions={actions}>
      <Answered of={answer} height={160}>
        {() => (
          <>
            {!newest && (
              <Empty title="The rules have not decided yet">
                They do when a loan is asked for, or when you have them decide.
              </Empty>
            )}
            {newest && <DecisionView decision={newest} />}
            {earlier.map((decision) => (
              <details key={decision.id} className={styles.run}>
                <summary>Earlier, by rules {decision.rule_set_number}</summary>
                <DecisionView decision={decision} />
              </details>
            ))}
          </>
        )}
      </Answered>
    </Panel>
  );
}
