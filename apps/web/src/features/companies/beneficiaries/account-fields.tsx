import { useEffect, useState, type ReactNode } from "react";
import { type Answer, send } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { BankField, CheckboxField } from "../../../shared/form/more-fields.tsx";
import { useForm } from "../../../shared/form/use-call-form.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { useSettled } from "../../../shared/ui/use-settled.ts";
import { VERDICTS } from "./verdicts.ts";

type Found = Answer<typeof calls.beneficiaries.enquire>;

/** Who the bank says it is, asked when bank and number are complete. */
function useNameOf(bank_code: string, account_no: string, name: string): { found?: Found; failure?: string } {
  const [state, setState] = useState<{ found?: Found; failure?: string }>({});
  const settled = useSettled(`${bank_code}/${account_no}/${name}`, 500);
  useEffect(() => {
    setState({});
    if (bank_code === "" || !/^\d{10}$/.test(account_no)) return undefined;
    const aborting = new AbortController();
    send(calls.beneficiaries.enquire, { body: { bank_code, account_no, name } }, { signal: aborting.signal }).then(
      (found) => setState({ found }),
      (error: unknown) => {
        if (aborting.signal.aborted) return;
        const field = error instanceof CallError ? Object.values(error.fields)[0]?.[0] : undefined;
        setState({ failure: field ?? errorText(error) });
      },
    );
    return () => aborting.abort();
    // What is typed is asked about once it has settled.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return state;
}

/** Name, bank and account, with what the bank calls it before anything is kept. @param keeps the account that stays where none is typed */
export function AccountFields({ keeps }: { keeps?: string }): ReactNode {
  const { values } = useForm();
  const text = (name: string): string => String(values[name] ?? "");
  const { found, failure } = useNameOf(text("bank_code"), text("account_no"), text("name"));
  return (
    <>
      <FieldRow>
        <BankField name="bank_code" label="Bank" />
        <TextField
          name="account_no"
          label="Account number"
          digits={10}
          hint={keeps ? `Empty: it stays ${keeps}` : "10 digits"}
        />
      </FieldRow>
      <TextField name="name" label="Name" autoComplete="off" hint="Of the person or company, as the bank has it" />
      <div role="status">
        {failure && <Notice tone="danger">{failure}</Notice>}
        {found && (
          <Notice tone={VERDICTS[found.verdict].tone}>
            The bank calls this account <strong>{found.account_name}</strong>.{" "}
            {text("name") !== "" && (
              <ToneBadge tone={VERDICTS[found.verdict].tone}>{VERDICTS[found.verdict].words}</ToneBadge>
            )}
          </Notice>
        )}
      </div>
      {((found && text("name") !== "" && found.verdict !== "same") || values["name_confirmed"] === true) && (
        <CheckboxField
          name="name_confirmed"
          label="The names differ, and it is theirs all the same"
          hint="Who agrees to it sees both names"
        />
      )}
      <CheckboxField
        name="is_own"
        label="It is an account of our own company"
        hint="What is sent there is not counted as spend"
      />
      <TextField name="email" label="E-mail for notices of payment" type="email" inputMode="email" autoComplete="off" />
    </>
  );
}
