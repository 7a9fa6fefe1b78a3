import { badge } from "@manilla/contract/badges";
import { count } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../shared/api/calls.gen.ts";
import type { Answer } from "../../shared/api/call.ts";
import { ActionButton } from "../../shared/form/action-button.tsx";
import type { Selection } from "../../shared/list/selection.ts";
import { ToneBadge } from "../../shared/ui/badge.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import dialogStyles from "../../shared/ui/dialogs.module.css";
import { Notice } from "../../shared/ui/kit.tsx";
import styles from "./person.module.css";

type Results = Answer<typeof calls.people.setStatus>["results"];
/** C033 takes so many at once. */
const MOST = 100;
const choices = [
  { status: "pre-approved", label: "Pre-approve" },
  { status: "doc-processor", label: "To doc processor" },
  { status: "processing", label: "To processing" },
  { status: "pending", label: "Reconsider" },
] as const;

/** One decision for the selected people; each gets an own verdict, which is shown afterwards. */
export function BulkStatus({ selection, nameOf }: { selection: Selection; nameOf: (id: string) => string }): ReactNode {
  const [results, setResults] = useState<Results>();
  const people = `${count(selection.ids.length)} ${selection.ids.length === 1 ? "person" : "people"}`;
  const tooMany = selection.isAllMatching || selection.ids.length > MOST ? `At most ${MOST} people at once: select them page by page.` : undefined;
  return (
    <>
      {choices.map(({ status, label }) => (
        <ActionButton key={status} call={calls.people.setStatus} body={{ user_ids: [...selection.ids], status } as never} disabledBecause={tooMany} done={({ results: answers }) => setResults(answers)} confirm={{ title: `${label}: ${people}?`, body: "Each person gets an own verdict; whoever cannot be moved stays where they are.", reason: "required", yes: label }}>
          {label}
        </ActionButton>
      ))}
      {results && (
        <Verdicts
          results={results} nameOf={nameOf}
          onClose={() => {
            setResults(undefined);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

function Verdicts({ results, nameOf, onClose }: { results: Results; nameOf: (id: string) => string; onClose: () => void }): ReactNode {
  const done = results.filter((result) => result.is_done).length;
  return (
    <Dialog opened onClose={onClose} title="What became of it" size="lg">
      <Notice tone={done === results.length ? "success" : "warning"}>
        {count(done)} of {count(results.length)} done{done < results.length && `, ${count(results.length - done)} refused`}.
      </Notice>
      <ul className={styles.verdicts}>
        {results.toSorted((left, right) => Number(left.is_done) - Number(right.is_done)).map((result) => (
          <li key={result.user_id}>
            <span>{nameOf(result.user_id)}</span>
            {result.is_done ? <ToneBadge tone="success">{result.status ? badge("person", result.status).label : "Done"}</ToneBadge> : <ToneBadge tone="danger">Refused</ToneBadge>}
            {result.reason && <span className="small muted">{result.reason}</span>}
          </li>
        ))}
      </ul>
      <div className={dialogStyles.buttons}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
