import type { ReactNode } from "react";
import type { Answer } from "../api/call.ts";
import type { calls } from "../api/calls.gen.ts";
import { FieldRow, PhoneField, TextField } from "../form/fields.tsx";
import { BankField, CheckboxField, SelectField } from "../form/more-fields.tsx";
import { useForm } from "../form/use-call-form.tsx";
import { Panel } from "../ui/kit.tsx";

export type KeptPayee = Answer<typeof calls.transfers.payees>["payees"][number];
/** The choice of somebody who was not kept. */
export const NEW_PAYEE = "new";

/** The fields to fill in, by kind of payee. */
export const PAYEE_RULES = {
  kept: {},
  bank: { bank_code: "required|max:10", account_no: "required|number|length:10" },
  wallet: { phone: "required|phone" },
  account: { account_no: "required|number|length:10" },
} as const;

/** The fields of a payee as a form begins with them. */
export const noPayee = (kept: readonly KeptPayee[]) => ({
  to: kept[0]?.id ?? NEW_PAYEE,
  kind: "bank" as "bank" | "wallet" | "account",
  bank_code: "",
  account_no: "",
  phone: "",
});

/** What names the payee, as the calls take it. */
export function toPayee(values: ReturnType<typeof noPayee> & { amount_kobo: number | null }) {
  const { to, kind, bank_code, account_no, phone } = values;
  const amount_kobo = values.amount_kobo ?? 0;
  if (kind === "bank" && to === NEW_PAYEE) return { kind, bank_code, account_no, amount_kobo };
  const whom = to !== NEW_PAYEE ? { payee_id: to } : kind === "account" ? { account_no } : { phone };
  return { kind: kind === "bank" ? kind : ("wallet" as const), ...whom, amount_kobo };
}

const called = ({ name, bank_name, account_no }: KeptPayee): string =>
  bank_name ? `${name}, ${bank_name} ${account_no}` : `${name}, a wallet of ours`;

/** The payee: a saved one, an account, or a wallet by its phone. @param canKeep whether saving is offered */
export function PayeeFields({ kept, canKeep }: { kept: readonly KeptPayee[]; canKeep?: boolean }): ReactNode {
  const { to, kind } = useForm().values as { to: string; kind: string };
  const isNew = to === NEW_PAYEE;
  return (
    <Panel title="To whom">
      {kept.length > 0 && (
        <SelectField
          name="to"
          label="To"
          choices={[
            ...kept.map((payee) => ({ value: payee.id, label: called(payee) })),
            { value: NEW_PAYEE, label: "Somebody else" },
          ]}
        />
      )}
      {isNew && (
        <SelectField
          name="kind"
          label="Where to"
          choices={[
            { value: "bank", label: "A bank account" },
            { value: "wallet", label: "A wallet with us, by phone" },
            { value: "account", label: "A wallet with us, by account number" },
          ]}
        />
      )}
      {isNew && kind === "bank" && (
        <FieldRow>
          <BankField name="bank_code" label="Bank" />
          <TextField name="account_no" label="Account number" digits={10} hint="10 digits; the bank says whose it is" />
        </FieldRow>
      )}
      {isNew && kind === "account" && (
        <TextField name="account_no" label="Account number" digits={10} hint="10 digits" />
      )}
      {isNew && kind === "wallet" && <PhoneField name="phone" label="Their phone" />}
      {isNew && canKeep && <CheckboxField name="is_saved" label="Keep for the next time" />}
    </Panel>
  );
}
