import { day, longMonth, naira } from "@manilla/contract/formats";
import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Found = Answer<typeof calls.lineStatements.listAll>;
type Payment = NonNullable<Found["payment"]>;

/** What is due of the line, and how it is paid. */
export function DuePanel(): ReactNode {
  const { user } = useSession();
  const answer = useRecord(calls.lineStatements.listAll, { params: { id: user.company_id ?? "" } });
  const [isOpen, setOpen] = useState(false);
  const mayPay = useMay(calls.lineStatements.pay);
  if (!answer.data?.payment) return null;
  const { statements, payment } = answer.data;
  const [last] = statements;
  return (
    <Panel title="Statements" actions={last && <StatusBadge kind="line_statement" status={last.status} />}>
      {last ? (
        <Facts
          items={[
            {
              label: "The last one",
              value: <Link to={`/corporate/wallet/credit/statements/${last.id}`}>{longMonth(last.month)}</Link>,
            },
            { label: "Owed", value: naira(last.full_kobo), figure: true },
            { label: `Minimum until ${day(last.due_on)}`, value: naira(last.minimum_kobo), figure: true },
            { label: "Left of it", value: naira(last.left_kobo), figure: true },
          ]}
        />
      ) : (
        <p>The first comes on the last day of a month in which the line was used.</p>
      )}
      <p className="small muted">
        On the due day {payment.automatic === "full" ? "all that is owed" : "the minimum"} is taken from the wallet.
        {payment.transfer_kobo > 0 && ` The next ${naira(payment.transfer_kobo)} paid in by transfer pay the line.`}
      </p>
      <div className="buttons">
        <Link to="/corporate/wallet/credit/statements">All statements</Link>
        {mayPay && (
          <Button size="sm" variant="default" onClick={() => setOpen(true)}>
            How it is paid…
          </Button>
        )}
      </div>
      {isOpen && <PaymentDialog payment={payment} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function PaymentDialog({ payment, onClose }: { payment: Payment; onClose: () => void }): ReactNode {
  const [automatic, setAutomatic] = useState(payment.automatic);
  const form = useCallForm(calls.lineStatements.pay, {
    initial: { transfer_kobo: (payment.transfer_kobo || null) as number | null },
    rules: { transfer_kobo: "nullable" },
    isGuarded: false,
    toBody: ({ transfer_kobo }) => ({ automatic, transfer_kobo }),
    onDone: ({ transfer_kobo }) => (
      toast(transfer_kobo > 0 ? "Saved. Transfer it to the account number of your wallet." : "Saved."),
      onClose()
    ),
  });
  return (
    <Dialog opened onClose={onClose} title="How the line is paid">
      <Form form={form}>
        <NativeSelect
          label="Taken from the wallet on the due day"
          value={automatic}
          data={[
            { value: "minimum", label: "The minimum" },
            { value: "full", label: "All that is owed" },
          ]}
          onChange={({ currentTarget: { value } }) => setAutomatic(value as Payment["automatic"])}
        />
        <MoneyField
          name="transfer_kobo"
          label="Paid by transfer"
          hint="Of the next money that is transferred to the wallet’s account number. Empty: nothing"
        />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}
