import { Button, TextInput } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useAction, useCall, useRecord } from "../../../shared/api/use-call.ts";
import { Question } from "../../../shared/form/action-button.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Failure, Notice, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./access.module.css";

interface Person {
  id: string;
  label: string;
  detail: string;
}
type RoleSlugs = NonNullable<
  Parameters<ReturnType<typeof useAction<typeof calls.access.updateUserRoles>>["run"]>[0]["body"]
>["roles"];

/** Proposes other roles for one person: found by name, phone or e-mail; decided by somebody else. */
export function RoleEditor(): ReactNode {
  const isAllowed = useMay(calls.access.updateUserRoles);
  const [person, setPerson] = useState<Person>();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const hasClosed = useRef(false);
  // After cancelling, the focus returns to where it was.
  useEffect(() => {
    if (hasClosed.current && !isOpen) opener.current?.focus();
  }, [isOpen]);
  if (!isAllowed) return null;
  const close = (): void => {
    hasClosed.current = true;
    setPerson(undefined);
    setOpen(false);
  };
  return (
    <Panel
      title="Change somebody's roles"
      actions={
        !isOpen && (
          <Button ref={opener} size="sm" variant="default" onClick={() => setOpen(true)}>
            Propose a change
          </Button>
        )
      }
    >
      {!isOpen ? (
        <p className="muted">The change waits among the approvals until a second person agrees.</p>
      ) : person ? (
        <Proposal key={person.id} person={person} onBack={() => setPerson(undefined)} onClose={close} />
      ) : (
        <FindPerson onFound={setPerson} onCancel={close} />
      )}
    </Panel>
  );
}

function FindPerson({ onFound, onCancel }: { onFound: (person: Person) => void; onCancel: () => void }): ReactNode {
  const [text, setText] = useState("");
  const q = text.trim();
  const { data, isPlaceholderData } = useCall(
    calls.search.search,
    { query: { q } },
    { enabled: q.length >= 2, keep: true },
  );
  const people =
    q.length < 2
      ? []
      : (data?.groups.filter(({ noun }) => noun === "People").flatMap(({ items }) => items) ?? []).slice(0, 6);
  const isKnown = q.length >= 2 && data !== undefined && !isPlaceholderData;
  // Enter chooses where there is no choice; else the person has to say who.
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isKnown && people.length === 1 && people[0]) onFound(people[0]);
  };
  return (
    <form role="search" className="stack" onSubmit={onSubmit}>
      <TextInput
        label="Person"
        placeholder="Name, phone or e-mail"
        autoComplete="off"
        maxLength={100}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      />
      <p className="small muted" role="status">
        {isKnown
          ? people.length === 0
            ? "No match."
            : people.length === 1
              ? "One found; Enter chooses."
              : `${people.length} found.`
          : "Two letters or more."}
      </p>
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map((item) => (
            <li key={item.id} className={styles.person}>
              <div>
                {item.label}
                <div className="small muted">{item.detail}</div>
              </div>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Choose ${item.label}`}
                onClick={() => onFound(item)}
              >
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button size="sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface ProposalProps {
  person: Person;
  onBack: () => void;
  onClose: () => void;
}

/** Loads what the person holds now: a change begins from there. */
function Proposal(props: ProposalProps): ReactNode {
  const held = useRecord(calls.access.userRoles, { params: { id: props.person.id } });
  const roles = useCall(calls.access.roles, {});
  const error = held.error ?? roles.error;
  if (error) return <Failure error={error} onRetry={() => void Promise.all([held.refetch(), roles.refetch()])} />;
  if (!held.data || !roles.data) return <Skeleton height={160} />;
  return <Roles {...props} held={held.data.roles} all={roles.data.roles} />;
}

function Roles({
  person,
  held,
  all,
  onBack,
  onClose,
}: ProposalProps & { held: readonly string[]; all: readonly { slug: string; name: string }[] }): ReactNode {
  const [chosen, setChosen] = useState(held);
  const [isAsking, setAsking] = useState(false);
  const [approvalId, setApprovalId] = useState<string>();
  const action = useAction(calls.access.updateUserRoles);
  const explained = useId();
  if (approvalId) {
    return (
      <Notice tone="success">
        Proposed. It waits for a second person: <Link to={`/admin/approvals/${approvalId}`}>see the request</Link>.
      </Notice>
    );
  }
  const propose = async (reason: string): Promise<void> => {
    const answer = await action.run({ body: { user_id: person.id, roles: chosen as RoleSlugs, reason } });
    setApprovalId(answer.approval_id);
  };
  const named = (slugs: readonly string[]): string =>
    all
      .filter(({ slug }) => slugs.includes(slug))
      .map(({ name }) => name)
      .join(", ") || "None";
  const isSame = chosen.length === held.length && chosen.every((slug) => held.includes(slug));
  const whyNot =
    chosen.length === 0 ? "A person has at least one role." : isSame ? "Nothing is changed yet." : undefined;
  return (
    <div className="stack">
      <p>
        Roles of <strong>{person.label}</strong> <span className="muted">{person.detail}</span>
      </p>
      <fieldset className={styles.roles}>
        <legend>Roles after the change</legend>
        {all.map((role, index) => (
          <label key={role.slug}>
            {/* The field that was typed into is gone: the keyboard goes on here. */}
            <input
              type="checkbox"
              autoFocus={index === 0}
              checked={chosen.includes(role.slug)}
              onChange={() =>
                setChosen(
                  chosen.includes(role.slug) ? chosen.filter((slug) => slug !== role.slug) : [...chosen, role.slug],
                )
              }
            />
            {role.name}
            {held.includes(role.slug) && <span className="small muted">now</span>}
          </label>
        ))}
      </fieldset>
      <div className="buttons">
        <Button
          size="sm"
          aria-disabled={whyNot !== undefined}
          data-disabled={whyNot !== undefined || undefined}
          aria-describedby={whyNot ? explained : undefined}
          title={whyNot}
          onClick={() => (whyNot ? toast(whyNot, { tone: "neutral" }) : setAsking(true))}
        >
          Propose
        </Button>
        <Button size="sm" variant="default" onClick={onBack}>
          Somebody else
        </Button>
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        {whyNot && (
          <span id={explained} className="small muted">
            {whyNot}
          </span>
        )}
      </div>
      <Question
        opened={isAsking}
        isPending={action.isPending}
        error={action.error}
        onCancel={() => setAsking(false)}
        onYes={(reason) => void propose(reason).catch(() => undefined)}
        question={{
          title: "Propose these roles?",
          facts: [
            { label: "Person", value: person.label },
            { label: "Roles now", value: named(held) },
            { label: "Roles then", value: named(chosen) },
          ],
          reason: "required",
          yes: "Propose",
        }}
      />
    </div>
  );
}
