import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { MoneyField, TextAreaField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Facts } from "../ui/kit.tsx";
import { toast } from "../ui/toasts.tsx";

interface Props {
  /** C032: the person's id. C101: the application's. */
  id: string;
  kind: "increase" | "application";
  name: string;
  now: number | null;
  asked?: number | undefined;
  salary?: number | null | undefined;
  onClose: () => void;
}

/** Asks for a limit for a person; it holds once a second person has agreed. */
export function LimitDialog(props: Props): ReactNode {
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={
        props.kind === "increase" ? `Raise the limit of ${props.name}` : `Approve the application of ${props.name}`
      }
    >
      <LimitForm {...props} />
    </Dialog>
  );
}

function LimitForm({ id, kind, now, asked, salary, onClose }: Props): ReactNode {
  const form = useCallForm(kind === "increase" ? calls.limits.increaseLimit : calls.limits.approveApplication, {
    initial: { limit_kobo: asked ?? null, reason: "" },
    params: { id },
    isGuarded: false,
    onDone: () => {
      toast("Requested. The limit holds once a second person agrees, among the approvals.");
      onClose();
    },
  });
  return (
    <Form form={form}>
      <Facts
        items={[
          { label: "Limit now", value: now === null ? "None" : naira(now), figure: now !== null },
          ...(asked === undefined ? [] : [{ label: "Requested", value: naira(asked), figure: true }]),
          ...(salary === undefined || salary === null ? [] : [{ label: "Salary", value: naira(salary), figure: true }]),
        ]}
      />
      <MoneyField name="limit_kobo" label="New limit" autoFocus />
      <TextAreaField name="reason" label="Reason" />
      <SubmitButton>Ask for this limit</SubmitButton>
    </Form>
  );
}
