import { counted, naira } from "@manilla/contract/formats";
import { refundCauses, refundFaults, type RefundFault } from "@manilla/contract/payments/refund-words";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SlipField, slipAt } from "../../../shared/form/evidence-fields.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { listAll, refundBills, refundTransfers, processBills, processTransfers, cancelBills, cancelTransfers } =
  calls.refunds;
type Case = Pick<
  RowOf<typeof listAll>,
  "id" | "kind" | "reference" | "person" | "what" | "cause" | "amount_kobo" | "abilities"
>;
type Outcome = Answer<typeof refundBills>;
export type Act = "refund" | "process" | "cancel";
interface Props {
  /** Of one kind. */
  cases: readonly Case[];
  brings_token?: boolean;
  onClose: () => void;
}

const sumOf = (cases: readonly Case[]): number => cases.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);
const named = (cases: readonly Case[]): string => {
  const [first] = cases;
  return cases.length === 1 && first ? first.reference : counted(cases.length, "payment");
};

/** What is decided about, and afterwards the verdict on each where there are several. */
function Question({
  title,
  cases,
  done,
  onClose,
  children,
}: Props & { title: string; done: Outcome | undefined; children: ReactNode }): ReactNode {
  const [first] = cases;
  return (
    <Dialog opened onClose={onClose} title={done ? "Outcome" : title}>
      {done ? (
        <Verdicts cases={cases} done={done} onClose={onClose} />
      ) : (
        <div className="stack">
          <Facts
            items={[
              cases.length === 1 && first
                ? { label: "Payment", value: `${first.person} to ${first.what}` }
                : { label: "Payments", value: String(cases.length) },
              cases.length === 1 && first && { label: "On the desk because", value: refundCauses[first.cause] },
              { label: "In all", value: naira(sumOf(cases)), figure: true },
            ]}
          />
          {children}
        </div>
      )}
    </Dialog>
  );
}

function Verdicts({ cases, done, onClose }: Pick<Props, "cases" | "onClose"> & { done: Outcome }): ReactNode {
  const asked = done.results.filter(({ approval_id }) => approval_id !== null).length;
  const refused = done.results.filter(({ is_done }) => !is_done);
  const referenceOf = (id: string): string => cases.find((each) => each.id === id)?.reference ?? id;
  return (
    <div className="stack">
      <Notice tone={refused.length === 0 ? "success" : "warning"}>
        {done.done} of {counted(done.results.length, "payment")} done
        {asked > 0 && `; a second person decides about ${asked}`}.
      </Notice>
      <ul className="list">
        {refused.map(({ id, reason }) => (
          <li key={id}>
            {referenceOf(id)}: {reason}
          </li>
        ))}
      </ul>
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}

/** A toast for one payment, verdicts for several. */
function useOutcome(words: string, onClose: () => void) {
  const [done, setDone] = useState<Outcome>();
  const onDone = (answer: Outcome): void => {
    if (answer.results.length > 1) return setDone(answer);
    toast(answer.results[0]?.approval_id ? "Requested. A second person decides; nothing has changed yet." : words);
    onClose();
  };
  return { done, onDone };
}

/** C188, C189. */
function RefundDialog({ cases, onClose }: Props): ReactNode {
  const isBill = cases[0]?.kind === "bill";
  const isClaimed = cases.some(({ cause }) => cause === "claimed");
  const { done, onDone } = useOutcome("Refunded. The wallet has the money again.", onClose);
  const form = useCallForm((isBill ? refundBills : refundTransfers) as typeof refundBills, {
    initial: { fault: "", amount_kobo: null as number | null, reason: "" },
    isGuarded: false,
    rules: { fault: isClaimed ? "required" : "nullable", amount_kobo: "nullable", reason: "required|min:3|max:500" },
    toBody: ({ fault, amount_kobo, reason }) => ({
      ids: cases.map(({ id }) => id),
      reason,
      ...(fault !== "" && { fault: fault as RefundFault }),
      ...(amount_kobo !== null && { amount_kobo }),
    }),
    onDone,
  });
  return (
    <Question title={`Refund ${named(cases)}?`} cases={cases} done={done} onClose={onClose}>
      <Form form={form}>
        <p className="muted">
          Where an answer is missing, the {isBill ? "provider" : "bank"} is asked once more before anything moves.
          Beyond what one may refund alone in thirty days, a second person decides.
        </p>
        {isClaimed && (
          <SelectField
            name="fault"
            label="Who bears it"
            choices={Object.entries(refundFaults).map(([value, label]) => ({ value, label }))}
          />
        )}
        {isClaimed && cases.length === 1 && (
          <MoneyField name="amount_kobo" label="Part" hint={`Empty: all ${naira(sumOf(cases))}`} />
        )}
        <TextAreaField name="reason" label="Reason" hint="The payer reads it" rows={2} />
        <SubmitButton onCancel={onClose}>Refund</SubmitButton>
      </Form>
    </Question>
  );
}

/** C186, C187. */
function ProcessDialog({ cases, brings_token = false, onClose }: Props): ReactNode {
  const isBill = cases[0]?.kind === "bill";
  const { done, onDone } = useOutcome("Closed as put right. Its payer has a message.", onClose);
  const form = useCallForm((isBill ? processBills : processTransfers) as typeof processBills, {
    initial: { token: "", reason: "", slip: null as File | null, slip_id: "" },
    isGuarded: false,
    rules: { token: "nullable", reason: "required|min:3|max:500", slip: "required" },
    fieldOf: slipAt,
    toBody: ({ slip: _, token, ...body }) => ({
      ...body,
      ids: cases.map(({ id }) => id),
      ...(token !== "" && { token }),
    }),
    onDone,
  });
  return (
    <Question title={`Was ${named(cases)} delivered after all?`} cases={cases} done={done} onClose={onClose}>
      <Form form={form}>
        <p className="muted">No money goes back. Where the outcome is still unknown, a second person agrees.</p>
        {brings_token && (
          <TextField name="token" label="Token or PIN" hint="20 digits for power; without it nothing is delivered" />
        )}
        <SlipField label="Evidence" hint="What the provider or the bank shows of it" />
        <TextAreaField name="reason" label="Reason" hint="The payer reads it" rows={2} />
        <SubmitButton onCancel={onClose}>Mark as processed</SubmitButton>
      </Form>
    </Question>
  );
}

/** C184, C185. */
function CancelDialog({ cases, onClose }: Props): ReactNode {
  const isBill = cases[0]?.kind === "bill";
  const { done, onDone } = useOutcome("Closed without a refund. Its payer has a message.", onClose);
  const form = useCallForm((isBill ? cancelBills : cancelTransfers) as typeof cancelBills, {
    initial: { reason: "" },
    isGuarded: false,
    toBody: ({ reason }) => ({ ids: cases.map(({ id }) => id), reason }),
    onDone,
  });
  return (
    <Question title={`Close ${named(cases)} without a refund?`} cases={cases} done={done} onClose={onClose}>
      <Form form={form}>
        <TextAreaField name="reason" label="Reason" hint="The payer reads it" rows={2} />
        <SubmitButton onCancel={onClose}>Close without a refund</SubmitButton>
      </Form>
    </Question>
  );
}

/** The money of a transfer that its payer did not send, theirs until the claim is decided. */
export function CreditDialog({
  record: found,
  onClose,
}: {
  record: Pick<Case, "id" | "amount_kobo">;
  onClose: () => void;
}): ReactNode {
  const form = useCallForm(calls.refunds.credit, {
    initial: { reason: "" },
    params: { id: found.id },
    isGuarded: false,
    onDone: () => {
      toast("Requested. A second person decides; nothing has moved yet.");
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Give the payer ${naira(found.amount_kobo)} for now?`}>
      <Form form={form}>
        <p className="muted">
          A second person decides. It is taken back when the claim is lost, or when the money itself comes back.
        </p>
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>Ask for it</SubmitButton>
      </Form>
    </Dialog>
  );
}

export const dialogs = { refund: RefundDialog, process: ProcessDialog, cancel: CancelDialog };

/** What each act is called. */
export const labels = { refund: "Refund…", process: "Mark as processed…", cancel: "No refund…" } as const;

/** A button for each act, with its dialog. @param why why an act cannot be done now */
export function DeskButtons({
  why,
  onDone,
  ...of
}: Omit<Props, "onClose"> & { why: (act: Act) => string | null | undefined; onDone?: () => void }): ReactNode {
  const [act, setAct] = useState<Act>();
  const Chosen = act && dialogs[act];
  const close = (): void => (setAct(undefined), onDone?.());
  return (
    <>
      {(["refund", "process", "cancel"] as const).map(
        (each) =>
          !why(each) && (
            <Button key={each} variant={each === "refund" ? "filled" : "default"} onClick={() => setAct(each)}>
              {labels[each]}
            </Button>
          ),
      )}
      {Chosen && <Chosen {...of} onClose={close} />}
    </>
  );
}
