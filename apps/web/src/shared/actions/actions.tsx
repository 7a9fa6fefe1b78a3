/** The actions of a record, drawn from their declarations and the record's abilities. */
import type { Endpoint } from "@manilla/contract/endpoint";
import type { ReactNode } from "react";
import type { Answer } from "../api/call.ts";
import { ActionButton, type Inverse } from "../form/action-button.tsx";
import type { RowAction } from "../list/row-menu.tsx";
import { type Actable, type ActingCall, inputOf, isPossible, questionOf, whyNot } from "./facts.ts";

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

/** The same in a row's menu. @param undo the inverse, for actions that can be taken back */
export const rowActionsOf =
  (calls: readonly ActingCall[], undo?: (call: ActingCall, record: Actable) => Inverse | undefined) =>
  (record: Actable): RowAction[] =>
    calls
      .filter((call) => isPossible(call, record))
      .flatMap((call) => {
        const confirm = questionOf(call, record);
        const { asks } = call.action;
        if (!confirm || !asks) return [];
        const input = { ...inputOf(call, record) };
        return [
          {
            label: asks.label,
            call,
            input,
            disabledBecause: whyNot(call, record),
            confirm,
            done: asks.done,
            ...(undo && { undo: () => undo(call, record) }),
          },
        ];
      });

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
