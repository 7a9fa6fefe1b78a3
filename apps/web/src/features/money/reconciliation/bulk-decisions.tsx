import { counted } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import type { Selection } from "../../../shared/list/selection.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";

/** The server's maximum at once. */
const MAX_ROWS = 500;
const ACTS = [
  ["assign", "I see to them"],
  ["match_by_hand", "Match by hand"],
  ["void", "Void"],
] as const;
type Outcome = Answer<typeof calls.reconciliation.each>;

/** The same decision about rows that are alike, with one reason; each gets a verdict. */
export function BulkDecisions({ selection }: { selection: Selection }): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>();
  const chosen = counted(selection.count, "row");
  const tooMany =
    selection.isAllMatching || selection.ids.length > MAX_ROWS
      ? `At most ${MAX_ROWS} rows at once: select them page by page.`
      : undefined;
  const refused = outcome?.verdicts.filter(({ is_done }) => !is_done) ?? [];
  const close = () => (setOutcome(undefined), selection.clear());
  return (
    <>
      {ACTS.map(([action, label]) => (
        <ActionButton
          key={action}
          call={calls.reconciliation.each}
          body={{ action, ids: [...selection.ids] }}
          disabledBecause={tooMany}
          confirm={{
            title: `${label}: ${chosen}?`,
            body:
              action === "assign"
                ? "Each gets a verdict. Nothing is booked by it."
                : "Each gets a verdict, and a second person approves it. Nothing is booked by it.",
            reason: "required",
            yes: label,
            ...(action === "void" && { style: "danger" as const }),
          }}
          done={setOutcome}
        >
          {label}…
        </ActionButton>
      ))}
      {outcome && (
        <Dialog opened onClose={close} title="Outcome">
          <Notice tone={refused.length === 0 ? "success" : "warning"}>
            {outcome.done} of {counted(outcome.verdicts.length, "row")} done.
          </Notice>
          <ul className="list">
            {refused.map(({ id, reason }) => (
              <li key={id}>{reason}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
