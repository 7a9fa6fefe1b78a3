/** The actions of a record, drawn from their declarations and the record's abilities. */
import type { ReactNode } from "react";
import { ActionButton } from "../form/action-button.tsx";
import type { RowAction } from "../list/row-menu.tsx";
import { type Actable, type ActingCall, isPossible, questionOf, whyNot } from "./facts.ts";

/** Buttons for what can be done with a record now; what is refused says why. */
export function Actions({ of: record, calls }: { of: Actable; calls: readonly ActingCall[] }): ReactNode {
  return calls
    .filter((call) => isPossible(call, record))
    .map((call) => {
      const { asks } = call.action;
      return (
        <ActionButton
          key={call.action.name}
          call={call}
          params={{ id: record.id }}
          body={record.version === undefined ? {} : { version: record.version }}
          confirm={questionOf(call, record)}
          disabledBecause={whyNot(call, record)}
          done={asks?.done}
          {...(asks?.style && { variant: asks.style })}
        >
          {asks?.label ?? call.summary}
        </ActionButton>
      );
    });
}

/** The same in a row's menu. */
export const rowActionsOf =
  (calls: readonly ActingCall[]) =>
  (record: Actable): RowAction[] =>
    calls
      .filter((call) => isPossible(call, record))
      .flatMap((call) => {
        const confirm = questionOf(call, record);
        const { asks } = call.action;
        if (!confirm || !asks) return [];
        return [
          {
            label: asks.label,
            call,
            input: { params: { id: record.id }, body: {} },
            disabledBecause: whyNot(call, record),
            confirm,
            done: asks.done,
          },
        ];
      });
