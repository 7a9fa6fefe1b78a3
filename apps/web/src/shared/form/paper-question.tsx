import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { CallInput } from "../api/call.ts";
import type { Asked } from "../list/row-menu.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Facts } from "../ui/kit.tsx";
import { toast } from "../ui/toasts.tsx";
import { SlipField, slipAt } from "./evidence-fields.tsx";
import { TextAreaField } from "./more-fields.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { Form, useCallForm } from "./use-call-form.tsx";

const RULES = { reason: "required|min:3|max:500", slip: "required" };

/** The question before an act that brings a paper: its reason, and the slip, letter or agreement that it rests on. */
export default function PaperQuestion({ action, onClose }: { action: Asked; onClose: () => void }): ReactNode {
  const { call, input, confirm } = action;
  const form = useCallForm(call, {
    initial: { reason: "", slip: null as File | null, slip_id: "" },
    params: input["params"] as CallInput<typeof call>["params"],
    isGuarded: false,
    rules: RULES,
    fieldOf: slipAt,
    toBody: ({ reason, slip_id }) => ({
      ...(input["body"] as Record<string, unknown> | undefined),
      reason,
      ...(slip_id !== "" && { slip_id }),
    }),
    onDone: (answer) => {
      if (typeof action.done === "function") action.done(answer);
      else toast(action.done ?? "Done.");
      onClose();
      action.onDone?.();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={confirm.title}>
      <Form form={form}>
        {confirm.body && <div>{confirm.body}</div>}
        {confirm.facts && (
          <Facts
            items={confirm.facts.map(({ label, value, kobo }) => ({
              label,
              value: kobo === undefined ? value : naira(kobo),
              figure: kobo !== undefined,
            }))}
          />
        )}
        <SlipField label="Paper" hint={confirm.paper ?? ""} />
        <TextAreaField name="reason" label="Reason" rows={3} />
        <SubmitButton onCancel={onClose}>{confirm.yes}</SubmitButton>
      </Form>
    </Dialog>
  );
}
