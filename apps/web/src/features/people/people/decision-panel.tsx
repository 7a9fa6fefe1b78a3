import { badge } from "@manilla/contract/badges";
import { count, naira, ordinal, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton, takeBack } from "../../../shared/form/action-button.tsx";
import { GoOnSwitch, useGoOn } from "../../../shared/list/go-on.tsx";
import { useRecordSteps } from "../../../shared/list/record-queue.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { useMay } from "../../../shared/session/session.ts";
import { IconCircleCheck, IconCircleX } from "../../../shared/ui/icons.ts";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { isShortcut, useKeys } from "../../../shared/ui/keys.ts";
import { toast } from "../../../shared/ui/toasts.tsx";
import { Hold, Requeue } from "./handling.tsx";
import { named, orDash, type Person, whyNot } from "./parts.tsx";
import styles from "./person.module.css";

const ACTS = "decision-acts";

/** Goes to the first act that is open, or to the first of all. */
export function goToDecision(): void {
  const acts = document.getElementById(ACTS);
  (acts?.querySelector<HTMLElement>("button:not([aria-disabled=true])") ?? acts?.querySelector("button"))?.focus();
}

/** Letters of the acts, as underwriters press them. */
const letters = { verify: "v", pre_approve: "r", activate: "a", uncertain: "u", decline: "x" } as const;

/** `d` goes to the first act that is open; an act's letter opens its question, or says why it cannot be done. */
function useDecisionKeys(): void {
  useKeys((event) => {
    if (!isShortcut(event) || event.shiftKey) return;
    const button = document.querySelector<HTMLElement>(`#${ACTS} [data-letter="${CSS.escape(event.key)}"] button`);
    if (event.key !== "d" && !button) return;
    event.preventDefault();
    if (event.key === "d") goToDecision();
    // A click only: the question takes the focus, and gives it back to where it was.
    else button?.click();
  });
}

/** What an underwriter weighs, and the decision, always in sight. */
export function DecisionPanel({ person }: { person: Person }): ReactNode {
  useDecisionKeys();
  const mayDecide = useMay(calls.people.setStatus);
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
          {mayDecide && (
            <>
              <kbd>v</kbd> verify, <kbd>r</kbd> pre-approve, <kbd>a</kbd> activate, <kbd>u</kbd> uncertain, <kbd>x</kbd>{" "}
              decline,{" "}
            </>
          )}
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

/** Moving a case between queues can be taken back: by moving it to where it was. Decisions cannot; they are told to the person. */
function takesBack(person: Person, to: string): (() => void) | undefined {
  const queues: readonly string[] = ["processing", "doc-processor"];
  const { status } = person;
  if (!queues.includes(to) || !queues.includes(status)) return undefined;
  return () =>
    takeBack({
      call: calls.people.setStatus,
      input: { body: { user_ids: [person.id], status, reason: "Taken back" } },
    });
}

function sayVerdict(
  verdict: { is_done: boolean; reason: string | null } | undefined,
  done: string,
  undo?: () => void,
): boolean {
  if (verdict?.is_done) toast(done, undo && { action: { label: "Undo", run: undo } });
  else toast(verdict?.reason ?? "It was refused.", { tone: "danger" });
  return verdict?.is_done ?? false;
}

const Letter = ({ letter, children }: { letter: string; children: ReactNode }): ReactNode => (
  <span className={styles.letter} data-letter={letter}>
    {children}
  </span>
);

function Acts({ person }: { person: Person }): ReactNode {
  const name = fullName(person);
  const goOn = useGoOn("case");
  const said = (words: string) => (): void => (toast(words), goOn());
  const body = { user_id: person.id, version: person.profile.version };
  const facts = [
    { label: "Person", value: name },
    { label: "Profile now", value: badge("person", person.profile.status).label },
    {
      label: "Salary stated",
      ...(person.profile.salary_kobo === null ? { value: "–" } : { kobo: person.profile.salary_kobo }),
    },
  ];
  const one = { user_ids: [person.id] };
  /** C033 answers with a verdict for each: a refusal is an answer too, and is said as such. */
  const move = (
    status: "pre-approved" | "doc-processor" | "processing" | "pending",
    label: string,
    ability: string,
    done: string,
    variant: "primary" | "quiet" = "quiet",
  ): ReactNode => (
    <ActionButton
      call={calls.people.setStatus}
      body={{ ...one, status } as never}
      variant={variant}
      disabledBecause={whyNot(person, ability)}
      confirm={{ title: `${label}?`, facts, reason: "required", yes: label }}
      done={({ results }) => sayVerdict(results[0], `${name} ${done}.`, takesBack(person, status)) && goOn()}
    >
      {label}
    </ActionButton>
  );
  const status = person.profile.status;
  return (
    <>
      <Letter letter={letters.verify}>
        <ActionButton
          call={calls.people.verify}
          body={body as never}
          variant={status === "pending" ? "primary" : "quiet"}
          disabledBecause={whyNot(person, "verify")}
          confirm={{
            title: "Verify this profile?",
            body: "You have looked at identity and documents.",
            facts,
            reason: "optional",
            yes: "Verify",
          }}
          done={`${name} is verified.`}
        >
          Verify
        </ActionButton>
      </Letter>
      <Letter letter={letters.pre_approve}>
        {move(
          "pre-approved",
          "Pre-approve",
          "pre_approve",
          "is pre-approved",
          status === "verified" ? "primary" : "quiet",
        )}
      </Letter>
      <Letter letter={letters.activate}>
        <ActionButton
          call={calls.people.activate}
          body={body as never}
          variant={status === "pre-approved" ? "primary" : "quiet"}
          disabledBecause={whyNot(person, "activate")}
          confirm={{
            title: "Activate this profile?",
            body: "From then on they may borrow.",
            facts,
            reason: "optional",
            yes: "Activate",
          }}
          done={said(`${name} is activated.`)}
        >
          Activate
        </ActionButton>
      </Letter>
      <Letter letter={letters.uncertain}>
        <ActionButton
          call={calls.people.markUncertain}
          body={body as never}
          disabledBecause={whyNot(person, "mark_uncertain")}
          confirm={{ title: "Mark this profile uncertain?", facts, reason: "required", yes: "Mark uncertain" }}
          done={said(`${name} is marked uncertain.`)}
        >
          Mark uncertain
        </ActionButton>
      </Letter>
      {move("doc-processor", "To doc processor", "send_to_doc_processor", "stands in the doc processor's queue")}
      {move("processing", "To processing", "processing", "is being processed again")}
      {(status === "declined" || status === "deactivated") &&
        move("pending", "Reconsider", "reconsider", "is considered anew")}
      <Letter letter={letters.decline}>
        <ActionButton
          call={calls.people.decline}
          body={body as never}
          variant="danger"
          disabledBecause={whyNot(person, "decline")}
          confirm={{
            title: "Decline this profile?",
            body: "The person is told, with your reason.",
            facts,
            reason: "required",
            yes: "Decline",
            style: "danger",
          }}
          done={said(`${name} is declined.`)}
        >
          Decline
        </ActionButton>
      </Letter>
      {status === "activated" && (
        <ActionButton
          call={calls.people.deactivate}
          body={body as never}
          variant="danger"
          disabledBecause={whyNot(person, "deactivate")}
          confirm={{
            title: "Deactivate this profile?",
            body: "They may not borrow any more.",
            facts,
            reason: "required",
            yes: "Deactivate",
            style: "danger",
          }}
          done={said(`${name} is deactivated.`)}
        >
          Deactivate
        </ActionButton>
      )}
      <Requeue person={person} />
      {!person.is_post_no_debit && <Hold person={person} />}
      {person.is_blacklisted ? (
        <ActionButton
          call={calls.people.unblacklist}
          params={{ id: person.id }}
          disabledBecause={whyNot(person, "unblacklist")}
          confirm={{ title: `Take ${name} off the blacklist?`, reason: "required", yes: "Take off" }}
          done={`${name} is off the blacklist.`}
        >
          Lift blacklisting
        </ActionButton>
      ) : (
        <ActionButton
          call={calls.people.blacklist}
          params={{ id: person.id }}
          variant="danger"
          disabledBecause={whyNot(person, "blacklist")}
          confirm={{
            title: `Blacklist ${name}?`,
            body: "Every session of theirs ends at once, and they cannot sign in any more.",
            reason: "required",
            yes: "Blacklist",
            style: "danger",
          }}
          done={`${name} is blacklisted.`}
        >
          Blacklist
        </ActionButton>
      )}
    </>
  );
}

function Glance({ person }: { person: Person }): ReactNode {
  const { statement, bureau, loans, profile } = person;
  return (
    <Facts
      items={[
        { label: "Salary stated", value: profile.salary_kobo === null ? orDash(null) : naira(profile.salary_kobo) },
        {
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
        {
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
        {
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
        ...(loans.outstanding_kobo ? [{ label: "Outstanding", value: naira(loans.outstanding_kobo) }] : []),
        ...(loans.overdue_kobo
          ? [{ label: "Overdue", value: <strong className={styles.wrong}>{naira(loans.overdue_kobo)}</strong> }]
          : []),
        {
          label: "Handled by",
          value: person.admins.length === 0 ? "Nobody in particular" : person.admins.map(fullName).join(", "),
        },
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
  card_request: "Card asked for",
  date_of_birth: "Date of birth",
  instant_approval: "Instant approval asked for",
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
          ? "Everything that the person has to give is there."
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
