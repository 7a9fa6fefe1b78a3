import { day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { RadioField } from "../../../shared/form/choices.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { ItemDialog } from "./item-dialog.tsx";
import type { Item } from "./words.ts";

/** How far a line is from what is expected; 0 where it is that amount. */
const apart = (line: Item, { expected_kobo }: Item): number => (line.actual_kobo ?? 0) - (expected_kobo ?? 0);
const words = (line: Item, item: Item): string => {
  const kobo = apart(line, item);
  const difference = kobo === 0 ? "" : `${naira(Math.abs(kobo))} ${kobo > 0 ? "more" : "less"} than expected`;
  return [line.statement?.narration, line.reference, difference].filter(Boolean).join(" · ");
};

/** A person names the bank's line on which a payout came back. */
export function CameDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.reconciliation.came, {
    initial: { line_item_id: "", reason: "" },
    params: { id: item.id },
    rules: { line_item_id: "required", reason: "required|min:3|max:500" },
    isGuarded: false,
    toBody: (values) => ({ ...values, version: item.version }),
    onDone: () => (toast("A second person has to agree."), onClose()),
  });
  const filter = JSON.stringify({ subject_type: ["bank_line"], status: ["mismatch"], direction: ["in"] });
  const lines = useCall(calls.reconciliation.listAll, { query: { limit: 100, filter } });
  return (
    <ItemDialog
      item={item}
      title="On which line did it come?"
      form={form}
      submit="Ask a second person"
      onClose={onClose}
      facts={[
        item.customer && { label: "Paid to", value: item.customer.name },
        { label: "Expected", value: naira(item.expected_kobo ?? 0), figure: true },
      ]}
    >
      <Answered of={lines} height={96}>
        {({ items }) =>
          items.length === 0 ? (
            <Notice tone="neutral">
              No line of the bank waits for an explanation. It is here once the statement shows it.
            </Notice>
          ) : (
            <RadioField
              name="line_item_id"
              legend="Lines that nothing explains"
              choices={items
                .toSorted((one, other) => Math.abs(apart(one, item)) - Math.abs(apart(other, item)))
                .map((line) => ({
                  value: line.id,
                  label: day(line.business_date),
                  figure: naira(line.actual_kobo ?? 0),
                  hint: words(line, item),
                }))}
            />
          )
        }
      </Answered>
      <TextAreaField name="reason" label="How you know" rows={2} />
      <p className="small muted">
        A second person decides. An amount that differs is over or short then, until its difference is named.
      </p>
    </ItemDialog>
  );
}
