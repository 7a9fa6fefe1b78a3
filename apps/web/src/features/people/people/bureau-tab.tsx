import { count, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { outcomeTones, type Person } from "./parts.tsx";
import styles from "./person.module.css";

/** What the credit bureau said, and what the automatic checks found. */
export function BureauTab({ person }: { person: Person }): ReactNode {
  const summary = useRecord(calls.underwriting.creditSummary, { params: { id: person.id } });
  const runs = useRecord(calls.underwriting.runs, { params: { id: person.id } });
  const run = (
    <ActionButton
      call={calls.underwriting.verifications}
      params={{ id: person.id }}
      variant="primary"
      confirm={{
        title: "Run the automatic checks?",
        body: "The bureau is asked; the person agreed to that with the BVN.",
        reason: "optional",
        yes: "Run",
      }}
      done={(answer) => sayOutcome(answer.run.outcome)}
    >
      Run the automatic checks
    </ActionButton>
  );
  return (
    <>
      <Panel title="Credit bureau" flush>
        <Answered of={summary} height={96}>
          {(data) =>
            data.summary ? (
              <Summary summary={data.summary} />
            ) : (
              <Empty title="No bureau report yet">Run the automatic checks to get one.</Empty>
            )
          }
        </Answered>
      </Panel>
      <Panel title="Automatic checks" actions={run} flush>
        <Answered of={runs} height={96}>
          {(data) =>
            data.runs.length === 0 ? (
              <Empty title="Not run yet" />
            ) : (
              data.runs.map((one, index) => (
                <details key={one.id} className={styles.run} open={index === 0}>
                  <summary>
                    <ToneBadge tone={outcomeTones[one.outcome]}>{sentence(one.outcome)}</ToneBadge>{" "}
                    <span className="muted">
                      <When at={one.run_at} /> by {one.run_by ?? "the system"}
                    </span>
                  </summary>
                  <ul className={styles.checks}>
                    {one.checks.map((check) => (
                      <li key={check.name}>
                        <ToneBadge tone={outcomeTones[check.outcome]}>{sentence(check.outcome)}</ToneBadge>
                        <div>
                          <strong>{sentence(check.name)}</strong>
                          <div className="small muted">{check.words}</div>
                        </div>
                      </li>
                    ))}
                  </ul>
                </details>
              ))
            )
          }
        </Answered>
      </Panel>
    </>
  );
}

type SummaryOf = Answer<typeof calls.underwriting.creditSummary>["summary"];

const said = {
  passed: "Every check passed.",
  attention: "Something needs a look.",
  failed: "A check failed.",
} as const;
const sayOutcome = (outcome: keyof typeof said): void => toast(said[outcome], { tone: outcomeTones[outcome] });

function Summary({ summary }: { summary: NonNullable<SummaryOf> }): ReactNode {
  return (
    <>
      <div className={styles.padded}>
        <Facts
          items={[
            {
              label: "Bureau",
              value: (
                <>
                  {summary.bureau.toUpperCase()}, <When at={summary.fetched_at} />
                </>
              ),
            },
            { label: "Open loans", value: count(summary.open_loans) },
            {
              label: "Overdue",
              value:
                summary.overdue_loans > 0 ? (
                  <strong className={styles.wrong}>{count(summary.overdue_loans)}</strong>
                ) : (
                  "None"
                ),
            },
            { label: "Balance elsewhere", value: naira(summary.total_balance_kobo) },
          ]}
        />
      </div>
      {summary.loans.length > 0 && (
        <PlainTable
          caption="Loans elsewhere"
          rows={summary.loans}
          columns={[
            { key: "lender", card: "title" },
            { key: "opened_on" },
            { key: "amount_kobo" },
            { key: "balance_kobo" },
            { key: "status", kind: "word" },
            {
              key: "days_past_due",
              header: "Days past due",
              align: "right",
              render: ({ days_past_due }) =>
                days_past_due > 0 ? <strong className={styles.wrong}>{count(days_past_due)}</strong> : "0",
            },
          ]}
        />
      )}
    </>
  );
}
