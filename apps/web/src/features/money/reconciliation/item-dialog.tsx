import type { ReactNode } from "react";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, type CallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import type { Item } from "./words.ts";

/** What a person decides about a row: what is known of it, a form, and the button that says what follows. */
export function ItemDialog({
  item,
  title,
  facts,
  form,
  submit,
  onClose,
  children,
}: {
  item: Item;
  title: string;
  facts: Parameters<typeof Facts>[0]["items"];
  form: CallForm;
  submit: string;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Dialog opened onClose={onClose} title={title} isLocked={form.isPending}>
      <Form form={form}>
        <Facts items={[{ label: "Reference", value: item.reference }, ...facts]} />
        {children}
        <SubmitButton>{submit}</SubmitButton>
      </Form>
    </Dialog>
  );
}
