/** The actions of a record, drawn from their declarations and the record's abilities. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { type ReactNode, useEffect } from "react";
import type { Answer, CallInput } from "../api/call.ts";
import { errorText } from "../api/errors.ts";
import { useRecord } from "../api/use-call.ts";
import { ActionButton, type Inverse } from "../form/action-button.tsx";
import type { RowAction, ShowDialog } from "../list/row-menu.tsx";
import { toast } from "../ui/toasts.tsx";
import { type Actable, type ActingCall, inputOf, isPossible, questionOf, whyNot } from "./facts.ts";
import type { OtherAct, RecordDialog } from "./work.tsx";

interface Props {
  of: Actable;
  calls: readonly ActingCall[];
  /** Of the address, where they are more than the record's id. */
  params?: object;
  /** Shows also what the record's state does not allow, and says why. */
  isWhole?: boolean;
  /** Whether their letters are heard; not where others have the same. */
  hasKeys?: boolean;
  /** The name of the usual next step: the filled button. */
  next?: string | undefined;
  /** The inverse, for actions that can be taken back. */
  undo?: (call: ActingCall) => { call: Endpoint; input: object } | undefined;
  onDone?: (call: ActingCall, answer: Answer<Endpoint>) => void;
}

/** Buttons for what can be done with a record now; what is refused says why. */
export function Actions({ of: record, calls, params, isWhole, hasKeys = true, next, undo, onDone }: Props): ReactNode {
  return calls
    .filter((call) => isPossible(call, record, isWhole))
    .map((call) => {
      const { name, asks } = call.action;
      const variant = name === next ? "primary" : asks?.style;
      return (
        <ActionButton
          key={name}
          call={call}
          {...inputOf(call, record, params)}
          confirm={questionOf(call, record)}
          disabledBecause={whyNot(call, record)}
          done={asks?.done}
          shortcut={hasKeys ? asks?.key : undefined}
          {...(undo && { undo: () => undo(call) })}
          {...(onDone && { onDone: (answer) => onDone(call, answer) })}
          {...(variant && { variant })}
        >
          {asks?.label ?? call.summary}
        </ActionButton>
      );
    });
}

interface RowOptions {
  /** The inverse, for actions that can be taken back. */
  undo?: (call: ActingCall, record: Actable) => Inverse | undefined;
  /** Finds the whole record, for dialogs that want more of it than a row has. */
  find?: Endpoint;
}

/** The same in a row's menu: actions, and those with a dialog of their own that opens beside it. */
export const rowActionsOf =
  <R extends Actable>(acts: readonly (ActingCall | OtherAct<R>)[], { undo, find }: RowOptions = {}) =>
  (row: Actable, show?: ShowDialog): RowAction[] =>
    acts.flatMap((act): RowAction | RowAction[] => {
      if (!("action" in act)) {
        const made = act.act(row as R, (Dialog) =>
          show?.(({ onClose }) =>
            find ? (
              <OfWhole find={find} id={row.id} dialog={Dialog as RecordDialog<never>} onClose={onClose} />
            ) : (
              <Dialog record={row as R} onClose={onClose} />
            ),
          ),
        );
        return made ? { ...made, can: act.can } : [];
      }
      const confirm = questionOf(act, row);
      const { asks } = act.action;
      if (!confirm || !asks || !isPossible(act, row)) return [];
      return {
        label: asks.label,
        call: act,
        input: { ...inputOf(act, row) },
        disabledBecause: whyNot(act, row),
        confirm,
        done: asks.done,
        ...(undo && { undo: () => undo(act, row) }),
      };
    });

/** A dialog about the record of a row, once the record is there. */
function OfWhole({
  find,
  id,
  dialog: Dialog,
  onClose,
}: {
  find: Endpoint;
  id: string;
  dialog: RecordDialog<never>;
  onClose: () => void;
}): ReactNode {
  const { data, error } = useRecord(find, { params: { id } } as CallInput<Endpoint>);
  useEffect(() => {
    if (data !== undefined || !error) return;
    toast(errorText(error), { tone: "danger" });
    onClose();
  }, [data, error, onClose]);
  return data === undefined ? null : <Dialog record={data as never} onClose={onClose} />;
}

interface BulkProps {
  calls: readonly ActingCall[];
  ids: readonly string[];
  /** How many are chosen, in words. */
  chosen: string;
  /** Each of them by name, as the question lists them. */
  who?: ReactNode;
  disabledBecause?: string | undefined;
  onDone: (answer: Answer<Endpoint>) => void;
}

/** The same for several people at once, each of whom gets a verdict. */
export const BulkActions = ({ calls, ids, chosen, who, disabledBecause, onDone }: BulkProps): ReactNode =>
  calls.map((call) => {
    const { name, asks, sends } = call.action;
    return (
      asks && (
        <ActionButton
          key={name}
          call={call}
          body={{ ...sends, user_ids: [...ids] }}
          disabledBecause={disabledBecause}
          confirm={{
            title: `${asks.label}: ${chosen}?`,
            body: (
              <>
                Each gets a verdict; who cannot be changed stays as they are.
                {who}
              </>
            ),
            ...(asks.reason && { reason: asks.reason }),
            yes: asks.yes,
          }}
          done={onDone}
        >
          {asks.label}
        </ActionButton>
      )
    );
  });
