import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import {
  EvidenceFields,
  evidenceOf,
  evidenceRules,
  noEvidence,
  slipAt,
} from "../../../shared/form/evidence-fields.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { colleagueAsked } from "../../../shared/decisions/colleague-asked.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { EmployeeField } from "../../../shared/people/employee-field.tsx";

type Found = Answer<typeof calls.wallets.find>;
type OnClose = { onClose: () => void };

/** C245: money of the wallet to the purse of an employee; of one who is known, or of one who is looked for. */
export function AssignDialog({
  available_kobo,
  employee,
  onClose,
}: { available_kobo?: number; employee?: { id: string; name: string } } & OnClose): ReactNode {
  const form = useCallForm(calls.wallets.assignDebit, {
    initial: { user_id: employee?.id ?? "", amount_kobo: null as number | null, note: "" },
    isGuarded: false,
    onDone: ({ purse, approval_id }) => (
      toast(approval_id ? colleagueAsked : `${purse.name} holds ${naira(purse.balance_kobo)} now.`),
      onClose()
    ),
  });
  return (
    <Dialog opened onClose={onClose} title={employee ? `Assign money to ${employee.name}` : "Assign money"}>
      <Form form={form}>
        {available_kobo !== undefined && (
          <Facts items={[{ label: "Available", value: naira(available_kobo), figure: true }]} />
        )}
        {!employee && <EmployeeField name="user_id" />}
        <MoneyField name="amount_kobo" label="Amount" />
        <TextField name="note" label="What for" hint="The employee reads it" />
        <SubmitButton onCancel={onClose}>Assign</SubmitButton>
      </Form>
    </Dialog>
  );
}

type Purse = Answer<typeof calls.wallets.purses>["items"][number];

/** Money back from a purse into the wallet. */
export function TakeBackDialog({ purse, onClose }: { purse: Purse } & OnClose): ReactNode {
  const form = useCallForm(calls.wallets.takeBack, {
    initial: { amount_kobo: purse.balance_kobo as number | null, note: "" },
    params: { id: purse.id },
    isGuarded: false,
    onDone: ({ available_kobo }) => (
      toast(`Taken back. The wallet has ${naira(available_kobo)} available.`),
      onClose()
    ),
  });
  return (
    <Dialog opened onClose={onClose} title={`Take money back from ${purse.name}`}>
      <Form form={form}>
        <Facts items={[{ label: "In the purse", value: naira(purse.balance_kobo), figure: true }]} />
        <MoneyField name="amount_kobo" label="Amount" />
        <TextField name="note" label="Why" />
        <SubmitButton onCancel={onClose}>Take back</SubmitButton>
      </Form>
    </Dialog>
  );
}

/** C247: the most that a purse may hold. */
export function PurseLimitDialog({ purse, onClose }: { purse: Purse } & OnClose): ReactNode {
  const form = useCallForm(calls.wallets.setPurseLimit, {
    initial: { user_id: purse.id, limit_kobo: purse.limit_kobo },
    isGuarded: false,
    onDone: ({ approval_id }) => (toast(approval_id ? colleagueAsked : "The limit is set."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Limit of the purse of ${purse.name}`}>
      <Form form={form}>
        <MoneyField
          name="limit_kobo"
          label="The most that it may hold"
          hint="Empty: no limit. A colleague agrees to a higher one."
        />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}

/** A limit that is there is not taken away: the company asks for a higher one. */
const emptyMeans = (limit_kobo: number | null): string =>
  limit_kobo === null ? "Empty: no limit" : "A large raise: on the company's request, by two people";

/** C242: what may leave the wallet in a day; the provider's ceiling, or the company's own. */
export function LimitsDialog({ found, isOurs, onClose }: { found: Found; isOurs: boolean } & OnClose): ReactNode {
  const { company, debit } = found;
  const form = useCallForm(calls.wallets.setLimits, {
    initial: {
      company_id: company.id,
      daily_limit_kobo: isOurs ? debit.daily_limit_kobo : debit.provider_daily_limit_kobo,
      single_limit_kobo: debit.provider_single_limit_kobo,
      monthly_limit_kobo: debit.provider_monthly_limit_kobo,
      low_balance_kobo: debit.low_balance_kobo,
    },
    isGuarded: false,
    toBody: ({ low_balance_kobo, single_limit_kobo, monthly_limit_kobo, ...body }) => ({
      ...body,
      ...(isOurs ? { low_balance_kobo } : { single_limit_kobo, monthly_limit_kobo }),
    }),
    onDone: ({ approval_id }) => (toast(approval_id ? colleagueAsked : "The limits are set."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={isOurs ? "Limits of the wallet" : `Limit of the wallet of ${company.name}`}>
      <Form form={form}>
        <MoneyField
          name="daily_limit_kobo"
          label="What may leave it in a day"
          hint={
            isOurs && debit.provider_daily_limit_kobo !== null
              ? `Empty: our limit of ${naira(debit.provider_daily_limit_kobo)} alone`
              : emptyMeans(isOurs ? null : debit.provider_daily_limit_kobo)
          }
        />
        {isOurs ? (
          <MoneyField name="low_balance_kobo" label="Tell us when less is available" hint="Empty: no message" />
        ) : (
          <>
            <MoneyField
              name="single_limit_kobo"
              label="What may leave it in one payment"
              hint={emptyMeans(debit.provider_single_limit_kobo)}
            />
            <MoneyField
              name="monthly_limit_kobo"
              label="What may leave it in a month"
              hint={emptyMeans(debit.provider_monthly_limit_kobo)}
            />
          </>
        )}
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}

/** C244 for the provider's staff: money that came another way, with its slip; a second person decides. */
export function RecordDialog({ company, onClose }: { company: Found["company"] } & OnClose): ReactNode {
  const form = useCallForm(calls.wallets.fundDebit, {
    initial: { amount_kobo: null as number | null, reference: "", note: "", ...noEvidence },
    rules: { amount_kobo: "required", reference: "required|min:3|max:60", note: "nullable|max:300", ...evidenceRules },
    fieldOf: slipAt,
    toBody: ({ amount_kobo, reference, note, ...values }) => ({
      company_id: company.id,
      ...(amount_kobo !== null && { amount_kobo }),
      reference,
      ...(note !== "" && { note }),
      ...evidenceOf(values),
    }),
    onDone: () => (toast("Requested. A second person decides; nothing is in the wallet yet."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Money received for ${company.name}`}>
      <Form form={form}>
        <MoneyField name="amount_kobo" label="Amount" />
        <TextField
          name="reference"
          label="Reference"
          hint="As on the slip or the bank's statement. It counts only once."
        />
        <EvidenceFields />
        <TextAreaField name="note" label="Note" />
        <SubmitButton onCancel={onClose}>Ask to record it</SubmitButton>
      </Form>
    </Dialog>
  );
}
