import { counted, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Skeleton } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Employee } from "./employee-work.ts";

type Leaving = Answer<typeof calls.team.leaving>;

/** What leaving takes with it, one line each. */
function consequences(found: Leaving): string[] {
  const { roles, leads, also, reports, reports_go_to, held_kobo, loans_running, owed_kobo, loans_requested } = found;
  return [
    "They are signed out everywhere, and their place in the plan is free.",
    `They lose: ${roles.join(", ") || "no role"}. Their account stays theirs, as a personal customer.`,
    leads.length > 0 && `Without a head afterwards: ${leads.join(", ")}.`,
    reports > 0 &&
      `${counted(reports, "person reports", "people report")} to ${reports_go_to ?? "nobody"} from then on.`,
    ...also,
    held_kobo > 0 && `${naira(held_kobo)} that they hold of the company goes back to it.`,
    loans_running > 0 &&
      `${counted(loans_running, "running loan")}${owed_kobo === null ? "" : `, ${naira(owed_kobo)} owed,`} ${loans_running === 1 ? "is" : "are"} no longer deducted from the salary: we collect from them directly.`,
    loans_requested > 0 &&
      `${counted(loans_requested, "open loan request")} ${loans_requested === 1 ? "stays" : "stay"} with us to decide.`,
    "What they did stays on record under their name.",
  ].filter((line) => line !== false);
}

/** Somebody leaves the company; what that takes with it is listed first. */
export default function LeaveDialog({ record, onClose }: { record: Employee; onClose: () => void }): ReactNode {
  const { data } = useCall(calls.team.leaving, { params: { id: record.id } });
  const form = useCallForm(calls.team.leave, {
    initial: { reason: "" },
    params: { id: record.id },
    isGuarded: false,
    onDone: () => (toast("Recorded. They are signed out."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`${fullName(record)} has left?`}>
      <Form form={form}>
        {data ? (
          <ul style={{ margin: 0, paddingLeft: 18, display: "grid", gap: 6 }}>
            {consequences(data).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <Skeleton height={120} />
        )}
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>Record that they left</SubmitButton>
      </Form>
    </Dialog>
  );
}
