import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Item } from "./words.ts";

/** A person's decision on a row, with a note: it matches, or it does not count. */
export function DecideDialog({
  item,
  what,
  onClose,
}: {
  item: Item;
  what: "match" | "void";
  onClose: () => void;
}): ReactNode {
  const isMatch = what === "match";
  const form = useCallForm(isMatch ? calls.reconciliation.match : calls.reconciliation.voidItem, {
    initial: { note: "" },
    params: { id: item.id },
    rules: { note: "required|min:3|max:500" },
    isGuarded: false,
    toBody: ({ note }) => ({ note, version: item.version }),
    onDone: () => {
      toast(isMatch ? "Matched by hand." : "Voided.");
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isMatch ? "Match this row by hand?" : "Void this row?"}
      isLocked={form.isPending}
    >
      <Form form={form}>
        <Facts
          items={[
            { label: "Reference", value: item.reference },
            { label: "Expected", value: item.expected_kobo === null ? "–" : naira(item.expected_kobo), figure: true },
            {
              label: "On the statement",
              value: item.actual_kobo === null ? "–" : naira(item.actual_kobo),
              figure: true,
            },
          ]}
        />
        <p className="small muted">
          {isMatch
            ? "It counts as matched from now on, under your name. Nothing is booked by it."
            : "It is taken out of the reconciliation, under your name. Nothing is booked by it."}
        </p>
        <TextAreaField name="note" label={isMatch ? "What you have seen that proves it" : "Why it does not count"} />
        <SubmitButton>{isMatch ? "Match by hand" : "Void"}</SubmitButton>
      </Form>
    </Dialog>
  );
}
