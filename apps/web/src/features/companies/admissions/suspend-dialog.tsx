import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Failure, Skeleton } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Company } from "./company-work.ts";

/** A suspension is proposed; what it does is listed first, and nothing is proposed without that. */
export default function SuspendDialog({ record, onClose }: { record: Company; onClose: () => void }): ReactNode {
  const { data, error, refetch } = useCall(calls.admissions.suspending, { params: { id: record.id } });
  const form = useCallForm(calls.admissions.suspend, {
    initial: { reason: "" },
    params: { id: record.id },
    isGuarded: false,
    onDone: () => (toast("Proposed. A second person decides."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Propose to suspend ${record.name}?`}>
      {data ? (
        <Form form={form}>
          <ul style={{ margin: 0, paddingLeft: 18, display: "grid", gap: 6 }}>
            {data.consequences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="small muted">A second person decides. Until then nothing changes.</p>
          <TextAreaField name="reason" label="Reason" rows={2} />
          <SubmitButton onCancel={onClose}>Propose</SubmitButton>
        </Form>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  );
}
