import { fullName } from "@manilla/contract/formats";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction, useCall } from "../../../shared/api/use-call.ts";
import { JudgementView, type Judgement } from "../../../shared/decisions/decision-view.tsx";
import { OutcomeBadge } from "../../../shared/decisions/outcomes.tsx";
import { LinkButton, Notice, Panel } from "../../../shared/ui/kit.tsx";
import styles from "./rules.module.css";

const MIN_LETTERS = 2;

/** Tries a version on one person, found by name; nothing is kept. */
export function TryOut({ id }: { id: string }): ReactNode {
  const [text, setText] = useState("");
  const [result, setResult] = useState<{ name: string; judgement: Judgement }>();
  const trial = useAction(calls.ruleSets.tryOut);
  const found = useCall(
    calls.people.search,
    { query: { search: text.trim() } },
    { enabled: text.trim().length >= MIN_LETTERS },
  );
  const judge = (user_id: string, name: string): void =>
    void trial.run({ params: { id }, body: { user_id } }).then(
      ({ judgement }) => setResult({ name, judgement }),
      () => undefined,
    );
  return (
    <Panel title="Try on a person">
      <TextInput
        label="Person"
        description="Nothing is decided and nothing is kept."
        placeholder="Name, e-mail or phone"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className={styles.search}
      />
      {found.data && text.trim().length >= MIN_LETTERS && (
        <ul className={styles.found}>
          {found.data.users.slice(0, 5).map((user) => (
            <li key={user.id}>
              <LinkButton onClick={() => judge(user.id, fullName(user))}>{fullName(user)}</LinkButton>{" "}
              <span className="small muted">{user.email}</span>
            </li>
          ))}
          {found.data.users.length === 0 && <li className="muted">No match.</li>}
        </ul>
      )}
      {trial.error !== undefined && <Notice tone="danger">{errorText(trial.error)}</Notice>}
      {result && (
        <div aria-live="polite">
          <p className={styles.result}>
            <strong>{result.name}</strong> <OutcomeBadge outcome={result.judgement.outcome} />{" "}
            <Button size="compact-sm" variant="default" onClick={() => setResult(undefined)}>
              Close
            </Button>
          </p>
          <JudgementView judgement={result.judgement} />
        </div>
      )}
    </Panel>
  );
}
