/** A decision of the rules, explained from its own record. */
import { count, counted, fullName, naira, percent } from "@manilla/contract/formats";
import { moduleNames } from "@manilla/contract/lending/rule-facts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { ActionButton } from "../form/action-button.tsx";
import { PlainTable } from "../figures/figures.tsx";
import { Facts, Notice, When } from "../ui/kit.tsx";
import styles from "./decisions.module.css";
import { factInWords, factName } from "./fact-words.ts";
import { OutcomeBadge, outcomeWords, RuleBadge } from "./outcomes.tsx";

export type Decision = Answer<typeof calls.creditDecisions.find>["decision"];
export type Judgement = Decision["judgement"];

/** How the limit came about: income counted, months, what the rule makes of it. */
function LimitDerivation({ judgement, formula }: { judgement: Judgement; formula: string | undefined }): ReactNode {
  const { income_kobo, income_months, income_counted_kobo } = judgement.facts;
  if (typeof income_kobo !== "number" || income_kobo <= 0) return null;
  const basis =
    typeof income_months === "number" && typeof income_counted_kobo === "number"
      ? `${naira(income_counted_kobo)} of income counted in ${counted(income_months, "whole month")}, that is ${naira(income_kobo)} a month`
      : `${naira(income_kobo)} of income a month`;
  const factor = (Number(judgement.limit_kobo) / income_kobo).toFixed(3).replace(/\.?0+$/, "");
  return (
    <p className="small">
      {basis}; times {factor}
      {formula && (
        <>
          {" "}
          (<code>{formula}</code>)
        </>
      )}{" "}
      is the limit of {naira(judgement.limit_kobo)}.
    </p>
  );
}

/** What the rules found, module by module, with the rows that applied and what they looked at. */
export function JudgementView({ judgement }: { judgement: Judgement }): ReactNode {
  const known = Object.entries(judgement.facts);
  return (
    <>
      <Facts
        items={[
          { label: "Score", value: count(judgement.score) },
          { label: "Limit", value: naira(judgement.limit_kobo) },
          {
            label: "Rate",
            value: judgement.annual_rate_percent === null ? "None" : `${percent(judgement.annual_rate_percent)} a year`,
          },
          {
            label: "Reasons",
            value:
              judgement.reasons.length === 0 ? (
                "No objections."
              ) : (
                <ul className={styles.reasons}>
                  {judgement.reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
      <ol className={styles.modules}>
        {judgement.modules.map(({ module, outcome, points, value, hits }) => (
          <li key={module}>
            <div className={styles.module}>
              <strong title={moduleNames[module].description}>{moduleNames[module].name}</strong>
              {points !== null ? (
                <span>{counted(points, "point")}</span>
              ) : value !== null ? (
                <span>
                  {module === "limit" ? naira(Math.max(0, Math.floor(Number(value)))) : `${percent(value)} a year`}
                </span>
              ) : (
                <RuleBadge outcome={outcome} />
              )}
            </div>
            {module === "limit" && <LimitDerivation judgement={judgement} formula={hits[0]?.formula} />}
            {hits.length === 0 && <p className="small muted">No rule applied.</p>}
            <ul className={styles.hits}>
              {hits.map((hit) => (
                <li key={hit.row}>
                  <span>{hit.reason}</span>
                  {hit.points !== null && (
                    <span className="muted">
                      {" "}
                      {hit.points > 0 ? "+" : ""}
                      {count(hit.points)}
                    </span>
                  )}
                  <span className="small muted">
                    {" "}
                    {Object.entries(hit.facts)
                      .map(([name, fact]) => `${factName(name)}: ${factInWords(name, fact)}`)
                      .join(" · ")}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <details className={styles.facts}>
        <summary>What was known at that moment ({count(known.length)})</summary>
        <PlainTable
          caption="What was known"
          rows={known}
          keyOf={([name]) => name}
          columns={[
            { key: "_fact", render: ([name]) => factName(name), card: "title" },
            { key: "_value", render: ([name, value]) => factInWords(name, value), align: "right" },
          ]}
        />
      </details>
    </>
  );
}

/** A whole decision, with the way to overrule it. */
export function DecisionView({ decision }: { decision: Decision }): ReactNode {
  const other = decision.final_outcome === "approved" ? "declined" : "approved";
  return (
    <>
      <p className={styles.head}>
        <OutcomeBadge outcome={decision.final_outcome} />
        <span className="muted">
          Rules {count(decision.rule_set_number)}, <When at={decision.decided_at} />,{" "}
          {decision.decided_by ?? "the system"}
          {decision.loan && (
            <>
              {" "}
              · <Link to={`/admin/loans/${decision.loan.id}`}>{decision.loan.reference}</Link>
            </>
          )}
        </span>
        {!decision.overruled_by && (
          <ActionButton
            call={calls.creditDecisions.overrule}
            params={{ id: decision.id }}
            body={{ outcome: other }}
            done="Overruled. The record keeps both."
            confirm={{
              title: `Overrule: ${outcomeWords[other].toLowerCase()}?`,
              facts: [
                { label: "Person", value: fullName(decision) },
                { label: "The rules say", value: outcomeWords[decision.outcome] },
              ],
              body: "The rules' own outcome stays in the record beside yours.",
              reason: "required",
              yes: "Overrule",
              style: "danger",
            }}
          >
            Overrule: {outcomeWords[other].toLowerCase()}
          </ActionButton>
        )}
      </p>
      {decision.overruled_by && (
        <Notice tone="warning">
          Overruled by {decision.overruled_by}: {decision.overrule_reason} The rules had said:{" "}
          {outcomeWords[decision.outcome].toLowerCase()}.
        </Notice>
      )}
      <JudgementView judgement={decision.judgement} />
    </>
  );
}
