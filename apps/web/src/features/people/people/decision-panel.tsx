import { count, naira, ordinal, sentence } from "@manilla/contract/formats";
import type { Paper } from "@manilla/contract/people/papers";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import type { ActingCall } from "../../../shared/actions/facts.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { GoOnSwitch, useGoOn } from "../../../shared/list/go-on.tsx";
import { useRecordSteps } from "../../../shared/list/record-queue.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { useMay } from "../../../shared/session/session.ts";
import { IconCircleCheck, IconCircleX } from "../../../shared/ui/icons.ts";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { useShortcut } from "../../../shared/ui/keys.ts";
import { asCase, named, type Person } from "./parts.tsx";
import styles from "./person.module.css";
import { inverseOf, personWork, usual } from "./person-work.tsx";

const ACTS = "decision-acts";

/** Goes to the first act that is open, or to the first of all. */
export function goToDecision(): void {
  const acts = document.getElementById(ACTS);
  (acts?.querySelector<HTMLElement>("button:not([aria-disabled=true]), a") ?? acts?.querySelector("button"))?.focus();
}

const { setStatus } = calls.people;
const keys = usual.filter(({ action }) => action.asks?.key);

/** What an underwriter weighs, and the decision, always in sight. */
export function DecisionPanel({ person }: { person: Person }): ReactNode {
  useShortcut("d", goToDecision);
  const mayDecide = useMay(setStatus);
  const { at } = useRecordSteps();
  return (
    <aside className={styles.aside} aria-label="Decision">
      <Panel title="Decision">
        {!mayDecide && <p className="muted">Your role looks at cases and does not decide them.</p>}
        <div id={ACTS} className={styles.decide}>
          <Acts person={person} />
        </div>
        {person.profile.decline_reason && (
          <p className="small muted">Last reason given: {person.profile.decline_reason}</p>
        )}
        {mayDecide && at >= 0 && <GoOnSwitch noun="case" />}
        <p className={`small muted ${styles.keys}`}>
          {mayDecide &&
            keys.map(({ action: { name, asks } }) => (
              <Fragment key={name}>
                <kbd>{asks?.key}</kbd> {asks?.label.toLowerCase()},{" "}
              </Fragment>
            ))}
          <kbd>n</kbd> next case, <kbd>p</kbd> previous case, <kbd>?</kbd> all keys
        </p>
      </Panel>
      <Panel title="At a glance">
        <Glance person={person} />
      </Panel>
      <Panel title="Completeness">
        <Completeness person={person} />
      </Panel>
    </aside>
  );
}

function Acts({ person }: { person: Person }): ReactNode {
  const goOn = useGoOn("case");
  const decided = (call: ActingCall): void => {
    // A verified case stays in the queue: its next step is usually taken at once.
    if (usual.includes(call) && call.action.name !== "verify") goOn();
  };
  const undo = (call: ActingCall) => inverseOf(call, person.id, person.status);
  return <WorkBar of={asCase(person)} work={personWork} label={fullName(person)} undo={undo} onDone={decided} />;
}

/** What of a case needs a right of its own, as the line says it to people without it. */
const PAPERS = { salary: "salary", statement: "bank statement", bureau: "credit bureau" } as const satisfies Partial<
  Record<Paper, string>
>;

export function Glance({ person }: { person: Person }): ReactNode {
  const { statement, bureau, loans, profile, withheld } = person;
  const sees = (...papers: readonly Paper[]): boolean => !papers.some((paper) => withheld.includes(paper));
  const hidden = Object.entries(PAPERS).flatMap(([paper, words]) =>
    sees(paper as keyof typeof PAPERS) ? [] : [words],
  );
  return (
    <Facts
      items={[
        sees("salary") && {
          label: "Salary stated",
          value: profile.salary_kobo === null ? "–" : naira(profile.salary_kobo),
        },
        sees("salary", "statement") && {
          label: "Salary in statement",
          value: statement?.salary_kobo ? (
            <Link to="?tab=statement&finding=salary">
              {naira(statement.salary_kobo)}
              {statement.salary_day ? `, ${ordinal(statement.salary_day)}` : ""}
            </Link>
          ) : statement ? (
            "None found"
          ) : (
            "No statement"
          ),
        },
        sees("statement") && {
          label: "Statement",
          value: statement ? (
            statement.balances_hold === false ? (
              <strong className={styles.wrong}>Does not add up</strong>
            ) : statement.balances_hold ? (
              "Adds up"
            ) : (
              sentence(statement.status)
            )
          ) : (
            "–"
          ),
        },
        sees("bureau") && {
          label: "Bureau",
          value: bureau ? (
            <Link to="?tab=bureau">
              {count(bureau.open_loans)} open, {count(bureau.overdue_loans)} overdue
            </Link>
          ) : (
            "Not asked yet"
          ),
        },
        {
          label: "Loans here",
          value:
            loans.count === 0 ? (
              "None"
            ) : (
              <Link to="?tab=loans">
                {count(loans.running)} running of {count(loans.count)}
              </Link>
            ),
        },
        loans.outstanding_kobo && { label: "Outstanding", value: naira(loans.outstanding_kobo) },
        loans.overdue_kobo && {
          label: "Overdue",
          value: <strong className={styles.wrong}>{naira(loans.overdue_kobo)}</strong>,
        },
        {
          label: "Handled by",
          value: person.admins.length === 0 ? "Unassigned" : person.admins.map(fullName).join(", "),
        },
        hidden.length > 0 && { label: "Not for your role", value: <span className="muted">{hidden.join(", ")}</span> },
      ]}
    />
  );
}

/** The conditions of onboarding in the words of an underwriter. */
const conditionNames: Record<string, string> = {
  bvn: "BVN verified or bypassed",
  form_two: "Profile filled in",
  account_verification: "Work e-mail, or a bank statement",
  identity: "Identity verified",
  approved: "Activated",
  card_request: "Card requested",
  date_of_birth: "Date of birth",
  instant_approval: "Instant approval requested",
  not_declined: "Not declined",
};

function Completeness({ person: { completeness } }: { person: Person }): ReactNode {
  const missing = [
    ...completeness.missing.form_two,
    ...completeness.missing.employment,
    ...completeness.missing.documents,
  ];
  return (
    <>
      <p className={styles.ready}>
        {completeness.is_ready_for_review
          ? "The case is ready for review: what is open below does not hold it up."
          : "Something is still missing."}
      </p>
      <ul className={styles.conditions}>
        {completeness.conditions.map((condition) => (
          <li key={condition.spec} data-holds={condition.holds}>
            {condition.holds ? (
              <IconCircleCheck size={16} aria-hidden="true" />
            ) : (
              <IconCircleX size={16} aria-hidden="true" />
            )}
            <span>
              {conditionNames[condition.name] ?? named(condition.name)}{" "}
              <span className="visually-hidden">{condition.holds ? "holds" : "is missing"}</span>
            </span>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p className="small muted">
          Missing:{" "}
          {[...new Set(missing)].map((field) => sentence(field.replace(/_kobo$/, "")).toLowerCase()).join(", ")}.
        </p>
      )}
    </>
  );
}
