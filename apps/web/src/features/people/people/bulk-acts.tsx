import type { Endpoint } from "@manilla/contract/endpoint";
import { badge } from "@manilla/contract/badges";
import { counted } from "@manilla/contract/formats";
import type { QueueName } from "@manilla/contract/people/queues";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { BulkActions } from "../../../shared/actions/actions.tsx";
import type { ActingCall } from "../../../shared/actions/facts.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton, type Inverse } from "../../../shared/form/action-button.tsx";
import type { Selection } from "../../../shared/list/selection.ts";
import { AssignDialog } from "../../../shared/people/assign-dialog.tsx";
import { backOf } from "../../../shared/people/assigned-toast.ts";
import { fullName } from "../../../shared/people/names.ts";
import { segmentAddress } from "../../../shared/people/segment-address.ts";
import { type OneOfThose, Those } from "../../../shared/people/those.tsx";
import { type Verdict, Verdicts } from "../../../shared/people/verdicts.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { PostNoDebitDialog } from "./post-no-debit-dialog.tsx";
import type { BulkAct } from "./queue-views.ts";

/** The server's maximum at once. */
const MAX_PEOPLE = 100;

interface Props {
  acts: readonly BulkAct[];
  queue: QueueName;
  selection: Selection;
  rowOf: (id: string) => OneOfThose | undefined;
}

interface ActProps extends Omit<Props, "acts"> {
  people: string;
  tooMany: string | undefined;
  those: ReactNode;
  /** @param undo the inverse, where it can be taken back */
  onResults: (verdicts: readonly Verdict[], undo?: Inverse) => void;
}

/** What can be done with the selected people; each gets an own verdict, which is shown afterwards. */
export function BulkActs({ acts, ...props }: Props): ReactNode {
  const { selection, rowOf } = props;
  const nameOf = (id: string): string => fullName(rowOf(id) ?? { name: id, last_name: "" });
  const [results, setResults] = useState<{ verdicts: readonly Verdict[]; undo: Inverse | undefined }>();
  const people = counted(selection.count, "person", "people");
  const tooMany =
    selection.isAllMatching || selection.ids.length > MAX_PEOPLE
      ? `At most ${MAX_PEOPLE} people at once: select them page by page.`
      : undefined;
  const those = <Those people={selection.ids.flatMap((id) => rowOf(id) ?? [])} />;
  return (
    <>
      {acts.map((act) => {
        const Act = buttons[act];
        return (
          <Act
            key={act}
            {...props}
            people={people}
            tooMany={tooMany}
            those={those}
            onResults={(verdicts, undo) => setResults({ verdicts, undo })}
          />
        );
      })}
      {results && <Verdicts {...results} nameOf={nameOf} onClose={() => (setResults(undefined), selection.clear())} />}
    </>
  );
}

const act = (call: ActingCall) =>
  function Act({ selection, people, tooMany, those, onResults }: ActProps): ReactNode {
    return (
      <BulkActions
        calls={[call]}
        ids={selection.ids}
        chosen={people}
        who={those}
        disabledBecause={tooMany}
        onDone={(answer) =>
          onResults(
            (answer as Answer<typeof calls.people.setStatus>).results.map((result) => ({
              ...result,
              now: result.status ? badge("person", result.status).label : undefined,
            })),
          )
        }
      />
    );
  };

/** An act with a dialog of its own. */
const opens = (call: Endpoint, label: string, show: (props: ActProps, close: () => void) => ReactNode) =>
  function Opens(props: ActProps): ReactNode {
    const [isOpen, setOpen] = useState(false);
    if (!useMay(call)) return null;
    const { tooMany } = props;
    const isClosed = tooMany !== undefined;
    return (
      <>
        <Button size="sm" variant="default" disabled={isClosed} title={tooMany} onClick={() => setOpen(true)}>
          {label}…
        </Button>
        {isOpen && show(props, () => setOpen(false))}
      </>
    );
  };

function Unassign({ selection, people, tooMany, those, onResults }: ActProps): ReactNode {
  return (
    <ActionButton
      call={calls.assignments.unassign}
      body={{ user_ids: [...selection.ids] }}
      disabledBecause={tooMany}
      done={({ results }) =>
        onResults(
          results.map((result) => ({ ...result, now: "Handled by nobody" })),
          backOf(results),
        )
      }
      confirm={{
        title: `Unassign ${people}?`,
        body: (
          <>
            The cases have no handler afterwards. Logged contacts stay.
            {those}
          </>
        ),
        reason: "optional",
        yes: "Unassign",
      }}
    >
      Unassign
    </ActionButton>
  );
}

function WriteTo({ queue, selection }: ActProps): ReactNode {
  const navigate = useNavigate();
  const isAllowed = useMay(calls.communications.create);
  if (!isAllowed) return null;
  return (
    <Button size="sm" variant="default" onClick={() => void navigate(segmentAddress(queue, selection))}>
      Write to them…
    </Button>
  );
}

/** C200 and C201 for several: what it comes to is shown before. */
const money = (isStopped: boolean, label: string) =>
  opens(calls.profiles.postNoDebitOfMany, label, ({ selection, onResults }, close) => (
    <PostNoDebitDialog ids={selection.ids} isStopped={isStopped} onClose={close} onResults={onResults} />
  ));

const moves = calls.people.setStatus.choices;
const buttons: Record<BulkAct, (props: ActProps) => ReactNode> = {
  assign: opens(calls.assignments.assign, "Assign", ({ selection, onResults }, close) => (
    <AssignDialog
      opened
      userIds={selection.ids}
      onClose={close}
      onDone={(results) =>
        onResults(
          results.map((result) => ({ ...result, now: result.admin ? fullName(result.admin) : undefined })),
          backOf(results),
        )
      }
    />
  )),
  unassign: Unassign,
  requeue: act(calls.profiles.requeue),
  write_to: WriteTo,
  post_no_debit: money(true, "Post no debit"),
  let_money_leave: money(false, "Let money leave"),
  pre_approve: act(moves.preApprove),
  doc_processor: act(moves.toDocProcessor),
  processing: act(moves.toProcessing),
  reconsider: act(moves.reconsider),
};
