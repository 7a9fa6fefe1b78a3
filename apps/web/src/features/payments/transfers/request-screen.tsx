import { naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { BanksNotice } from "../../../shared/payments/banks-notice.tsx";
import { BeneficiaryField } from "../../../shared/payments/beneficiary-field.tsx";
import { ConfirmTransfer } from "../../../shared/payments/confirm-transfer.tsx";
import { OwnRoom } from "../../../shared/payments/wallet-limits.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { request, quoteOfCompany } = calls.transfers;

/** C252: money of the company's wallet to a beneficiary; its chain agrees. */
export default function RequestScreen(): ReactNode {
  const navigate = useNavigate();
  const [quote, setQuote] = useState<Answer<typeof quoteOfCompany>>();
  const form = useCallForm(quoteOfCompany, {
    initial: { beneficiary_id: "", amount_kobo: null as number | null, narration: "" },
    isGuarded: "draft",
    keepsDraft: true,
    toBody: ({ beneficiary_id, amount_kobo }) => ({ beneficiary_id, amount_kobo: amount_kobo ?? 0 }),
    onDone: setQuote,
  });
  const { beneficiary_id, amount_kobo, narration } = form.values as {
    beneficiary_id: string;
    amount_kobo: number | null;
    narration: string;
  };
  return (
    <Page
      width="form"
      lead="To a beneficiary that your company has agreed to. The money is held until somebody else agrees to the transfer."
      actions={<Link to="/corporate/beneficiaries/new">A new beneficiary</Link>}
    >
      <BanksNotice />
      <OwnRoom />
      <Form form={form}>
        <Panel>
          <BeneficiaryField />
          <MoneyField name="amount_kobo" label="Amount" />
          <TextField name="narration" label="For" hint="Shown to the recipient" maxLength={60} />
        </Panel>
        <SubmitButton>Continue</SubmitButton>
      </Form>
      {quote && (
        <ConfirmTransfer
          call={request}
          quote={quote}
          body={(is_repeat) => ({
            beneficiary_id,
            amount_kobo: amount_kobo ?? 0,
            is_repeat,
            ...(narration !== "" && { narration }),
          })}
          yes={`Ask to send ${naira(quote.total_kobo)}`}
          onClose={() => setQuote(undefined)}
          onDone={async ({ transfer, approval_id }) => {
            form.discardDraft();
            toast(
              approval_id
                ? "Asked. The money is held; it leaves when somebody else has agreed."
                : "Sent. Nobody else of your company could agree; its other administrators were told.",
            );
            await navigate(`/corporate/transfers/${transfer.id}`);
          }}
        />
      )}
    </Page>
  );
}
