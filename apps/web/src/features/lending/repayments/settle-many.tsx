import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { type BatchAnswer, BatchDialog } from "../../../shared/batch/batch-dialog.tsx";
import { useChosenRows } from "../../../shared/batch/chosen-rows.ts";
import {
  EvidenceFields,
  evidenceOf,
  evidenceRules,
  noEvidence,
  slipAt,
} from "../../../shared/form/evidence-fields.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import type { Selection } from "../../../shared/list/selection.ts";
import { whyNotPayable } from "../../../shared/loans/receiving/receivable.ts";

/** C108: many repayments that one payment covers, such as a company's salary list. A second person decides. */
export function SettleMany({ selection, onClose }: { selection: Selection; onClose: () => void }): ReactNode {
  const { chosen, error } = useChosenRows(calls.repayments.listAll, selection);
  const ready = chosen?.rows.filter((row) => whyNotPayable(row) === null) ?? [];
  // Only looking keeps the selection.
  const close = (answer: BatchAnswer | undefined): void => {
    if (answer) selection.clear();
    onClose();
  };
  return (
    <BatchDialog
      title="Record these as received?"
      call={calls.repayments.settleMany}
      error={error}
      isTooMany={chosen?.isTooMany ?? false}
      rows={chosen?.rows.map((row) => ({
        id: row.id,
        label: `${row.customer.name}, ${row.loan.reference} · ${row.number}`,
        kobo: row.outstanding_kobo,
        whyNot: whyNotPayable(row),
      }))}
      facts={[
        { label: "Customers", value: new Set(ready.map((row) => row.customer.id)).size },
        { label: "Recorded as received", kobo: ready.reduce((sum, row) => sum + row.outstanding_kobo, 0) },
      ]}
      truth="Nothing is booked now. Each row gets its verdict, and a second person has to agree that the money has arrived."
      yes="Ask to record"
      initial={{ reference: "", note: "", ...noEvidence }}
      rules={{ reference: "required|min:3|max:60", note: "nullable|max:500", ...evidenceRules }}
      fieldOf={slipAt}
      toBody={(ids, values) => ({
        repayment_ids: [...ids],
        reference: String(values["reference"]),
        ...(values["note"] ? { note: String(values["note"]) } : {}),
        ...evidenceOf({ slip_id: String(values["slip_id"]), received_on: String(values["received_on"]) }),
      })}
      onClose={close}
    >
      <TextField
        name="reference"
        label="Reference"
        hint="As on the transfer or salary list; the same reference is received once."
        autoComplete="off"
      />
      <EvidenceFields />
      <TextAreaField name="note" label="Note" rows={2} />
    </BatchDialog>
  );
}
