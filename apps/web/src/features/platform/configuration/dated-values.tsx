/** Sums that hold from a day on: what each was, is and will be, and what makes them smaller without a second person. */
import { day, naira } from "@manilla/contract/formats";
import { configurationWords } from "@manilla/contract/platform/configuration-words";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./configuration.module.css";

type Item = Answer<typeof calls.configuration.find>["items"][number];
type Held = NonNullable<Item["dated"]>[number];

const kobo = ({ value }: { value: Held["value"] }): string => naira(Number(value));
const labelOf = ({ key }: Item): string => configurationWords(key).label;

/** @param items of all of the configuration */
export function DatedValues({ items }: { items: readonly Item[] }): ReactNode {
  const dated = items.filter((item) => item.dated !== null);
  return (
    <Panel title="Sums by day" flush>
      <ul className={styles.fixed}>
        {dated.map((item) => (
          <li key={item.key}>
            <div>
              <strong>{labelOf(item)}</strong>: {kobo(item)} today
              {item.dated?.map((held) => (
                <Value key={held.id} item={item} held={held} />
              ))}
            </div>
            {Number(item.value) > 0 && <Lower item={item} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Value({ item, held }: { item: Item; held: Held }): ReactNode {
  const from = day(held.valid_from);
  return (
    <div className="small">
      From {from}: {kobo(held)}{" "}
      {held.withdrawn_because !== null ? (
        <ToneBadge tone="neutral">Withdrawn</ToneBadge>
      ) : (
        held.is_now && <ToneBadge tone="success">Now</ToneBadge>
      )}{" "}
      <span className="muted">
        {[held.set_by, held.reason].filter(Boolean).join(": ")}
        {held.withdrawn_because !== null && `. ${held.withdrawn_by} withdrew it: ${held.withdrawn_because}`}
      </span>{" "}
      {held.is_to_come && (
        <ActionButton
          call={calls.configuration.withdraw}
          params={{ id: held.id }}
          confirm={{
            title: `Withdraw ${kobo(held)} from ${from}?`,
            body: "A value that would have raised the sum is withdrawn at once. One that would have lowered it waits for a second person.",
            facts: [{ label: labelOf(item), value: kobo(held) }],
            reason: "required",
            yes: "Withdraw",
            style: "danger",
          }}
          done={({ approval_id }) =>
            toast(approval_id === null ? "Withdrawn." : "Requested. A second person decides among the approvals.")
          }
        >
          Withdraw
        </ActionButton>
      )}
    </div>
  );
}

function Lower({ item }: { item: Item }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isAllowed = useMay(calls.configuration.lower);
  if (!isAllowed) return null;
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)} aria-label={`Lower now: ${labelOf(item)}`}>
        Lower now
      </Button>
      {isOpen && <LowerDialog item={item} onClose={() => setOpen(false)} />}
    </>
  );
}

function LowerDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.configuration.lower, {
    initial: { value: "", reason: "" },
    isGuarded: false,
    toBody: ({ value, reason }) => ({ key: item.key, value, reason }),
    onDone: () => {
      toast("Lowered. It holds from today.");
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Lower: ${labelOf(item)}`}>
      <Form form={form}>
        <p>Holds from today, without a second person. {kobo(item)} holds now.</p>
        <MoneyField name="value" label="New sum" />
        <TextAreaField name="reason" label="Reason" rows={3} />
        <SubmitButton onCancel={onClose}>Lower now</SubmitButton>
      </Form>
    </Dialog>
  );
}
