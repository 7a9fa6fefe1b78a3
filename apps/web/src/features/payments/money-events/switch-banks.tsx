import { type ReactNode, useState } from "react";
import { Button } from "@mantine/core";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

/** Switches transfers to banks off with a notice, or on again. */
export function SwitchBanks({ banks }: { banks: Answer<typeof calls.transferDesk.find> }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (!useMay(calls.transferDesk.switchBanks)) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {banks.is_on ? "Switch banks off…" : "Switch banks on…"}
      </Button>
      {isOpen && <SwitchDialog is_on={banks.is_on} onClose={() => setOpen(false)} />}
    </>
  );
}

function SwitchDialog({ is_on, onClose }: { is_on: boolean; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.transferDesk.switchBanks, {
    initial: { notice: "", reason: "" },
    isGuarded: false,
    toBody: ({ notice, reason }) => ({ is_on: !is_on, reason, ...(is_on && { notice }) }),
    onDone: () => (toast("Done."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={is_on ? "Switch transfers to banks off?" : "Switch transfers to banks on?"}>
      <Form form={form}>
        <p>
          {is_on
            ? "What was accepted goes on, and wallets of ours are paid. Nothing new leaves for banks; what is planned waits."
            : "What was planned for a day that has passed leaves with the next close of business."}
        </p>
        {is_on && <TextField name="notice" label="Notice" hint="People read it before they type" maxLength={200} />}
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>{is_on ? "Switch off" : "Switch on"}</SubmitButton>
      </Form>
    </Dialog>
  );
}
