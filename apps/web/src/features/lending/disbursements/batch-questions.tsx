import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { type BatchAnswer, BatchDialog, type Foreseen } from "../../../shared/batch/batch-dialog.tsx";
import { useChosenRows } from "../../../shared/batch/chosen-rows.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import type { Selection } from "../../../shared/list/selection.ts";
import { type Disbursement, whyNotDisburse, whyNotTakeBack } from "./stages.tsx";

export interface Asked {
  what: "disburse" | "take_back";
  selection: Selection;
}

const foresee = (
  rows: readonly Disbursement[] | undefined,
  whyNot: (row: Disbursement) => string | null,
): Foreseen[] | undefined =>
  rows?.map((row) => ({
    id: row.id,
    label: `${row.customer.name}, ${row.reference}`,
    kobo: row.payout_kobo,
    whyNot: whyNot(row),
  }));
const sum = (rows: readonly Disbursement[], kobo: (row: Disbursement) => number): number =>
  rows.reduce((total, row) => total + kobo(row), 0);

/** Pay out many loans: principal, fees kept and what leaves are restated; a second person decides. */
function Disburse({
  selection,
  onClose,
}: {
  selection: Selection;
  onClose: (answer: BatchAnswer | undefined) => void;
}): ReactNode {
  const { chosen, error } = useChosenRows(calls.disbursements.listAll, selection);
  const ready = chosen?.rows.filter((row) => whyNotDisburse(row) === null) ?? [];
  return (
    <BatchDialog
      title={
        chosen && chosen.rows.length === 1
          ? `Pay out to ${chosen.rows[0]?.customer.name ?? ""}?`
          : "Pay out these loans?"
      }
      call={calls.disbursements.disburseMany}
      rows={foresee(chosen?.rows, whyNotDisburse)}
      error={error}
      isTooMany={chosen?.isTooMany ?? false}
      facts={[
        ...(ready.length === 1
          ? [
              {
                label: "To",
                value: `${ready[0]?.account_name ?? ""}, ${ready[0]?.bank_name ?? ""} ${ready[0]?.account_no ?? ""}`,
              },
            ]
          : [{ label: "Accounts", value: count(new Set(ready.map((row) => row.customer.id)).size) }]),
        { label: "Principal", kobo: sum(ready, (row) => row.principal_kobo) },
        { label: "Fees kept", kobo: sum(ready, (row) => row.principal_kobo - row.payout_kobo) },
        { label: "Leaves our account", kobo: sum(ready, (row) => row.payout_kobo) },
      ]}
      truth="Nothing is sent now. Each row gets its verdict, and a second person has to agree before any money leaves."
      yes="Ask to pay out"
      initial={{ reason: "" }}
      rules={{ reason: "nullable|min:3|max:500" }}
      toBody={(ids, values) => ({
        loan_ids: [...ids],
        ...(values["reason"] ? { reason: String(values["reason"]) } : {}),
      })}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Note for the second person" rows={2} />
    </BatchDialog>
  );
}

/** Take disbursements back: only with a reason, and only what nothing was repaid of. */
function TakeBack({
  selection,
  onClose,
}: {
  selection: Selection;
  onClose: (answer: BatchAnswer | undefined) => void;
}): ReactNode {
  const { chosen, error } = useChosenRows(calls.disbursements.listAll, selection);
  const ready = chosen?.rows.filter((row) => whyNotTakeBack(row) === null) ?? [];
  const alone = ready.length === 1 ? ready[0]?.customer.name : undefined;
  const isUnsent = ready.length > 0 && ready.every(({ stage }) => stage === "needs_review");
  return (
    <BatchDialog
      title={
        isUnsent
          ? `Give up ${alone ? `the payout to ${alone}` : "these payouts"}?`
          : `Take back ${alone ? `the payout to ${alone}` : "these disbursements"}?`
      }
      call={calls.disbursements.undisburseMany}
      rows={foresee(chosen?.rows, whyNotTakeBack)}
      error={error}
      isTooMany={chosen?.isTooMany ?? false}
      facts={
        isUnsent
          ? [{ label: "Never sent, according to the provider", kobo: sum(ready, (row) => row.payout_kobo) }]
          : [
              { label: "Principal taken off the books", kobo: sum(ready, (row) => row.principal_kobo) },
              { label: "Has to be back on our account", kobo: sum(ready, (row) => row.payout_kobo) },
            ]
      }
      truth={
        isUnsent
          ? "Give it up only when the bank's statement does not show it either. A second person has to agree. Then the payout has failed, and the loan can be paid out again under a new reference. Nothing was booked of it."
          : "A second person has to agree. Then the disbursement and the interest earned since are booked back, and the money is expected on the bank's statement; only when it is there can the loan be paid out again. It moves no money out of the customer's account."
      }
      yes={isUnsent ? "Ask to give up" : "Ask to take back"}
      style="danger"
      initial={{ reason: "" }}
      rules={{ reason: "required|min:3|max:500" }}
      toBody={(ids, values) => ({ loan_ids: [...ids], reason: String(values["reason"]) })}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} />
    </BatchDialog>
  );
}

/** The question that is open over the list. */
export function BatchQuestion({ asked, onClose }: { asked: Asked; onClose: () => void }): ReactNode {
  // Only looking keeps the selection.
  const close = (answer: BatchAnswer | undefined): void => {
    if (answer) asked.selection.clear();
    onClose();
  };
  return asked.what === "disburse" ? (
    <Disburse selection={asked.selection} onClose={close} />
  ) : (
    <TakeBack selection={asked.selection} onClose={close} />
  );
}
