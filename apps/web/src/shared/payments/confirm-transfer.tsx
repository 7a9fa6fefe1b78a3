import { date, naira } from "@manilla/contract/formats";
import type { Endpoint } from "@manilla/contract/endpoint";
import { type ReactNode, useRef, useState } from "react";
import type { Answer, CallInput } from "../api/call.ts";
import { CallError } from "../api/errors.ts";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Facts, Notice } from "../ui/kit.tsx";

interface Quoted {
  payee: string;
  bank_name: string | null;
  account_no: string | null;
  amount_kobo: number;
  fee_kobo: number;
  vat_kobo: number;
  stamp_duty_kobo: number;
  total_kobo: number;
  available_kobo: number;
  is_repeat: boolean;
  awaits_approval?: boolean;
  left_to_payee_kobo?: number | null;
  new_until?: string | null;
}
interface Props<E extends Endpoint> {
  call: E;
  quote: Quoted;
  /** What is sent; told whether the person means the same again. */
  body: (is_repeat: boolean) => CallInput<E>["body"];
  /** Said on the button: "Send ₦20,076.88". */
  yes: string;
  later?: string | null;
  onClose: () => void;
  onDone: (answer: Answer<E>) => void | Promise<void>;
}

const READING_MILLISECONDS = 1_000;

/** Payee, amount and every charge once more, and what is to be known before it leaves. */
export function ConfirmTransfer<E extends Endpoint>({
  call,
  quote,
  body,
  yes,
  later,
  onClose,
  onDone,
}: Props<E>): ReactNode {
  const [isRepeat, setRepeat] = useState(quote.is_repeat);
  const isMeant = useRef(quote.is_repeat);
  // The failure above the form asks it already.
  const [isAsked, setAsked] = useState(false);
  const form = useCallForm(call, {
    initial: {},
    // Everything was checked for the quote; nothing is typed here.
    rules: {},
    isGuarded: false,
    toBody: () => body(isMeant.current),
    // Sent in the meantime, in another window or by an answer that was lost: asked once more.
    onError: (error) => {
      const isSent = error instanceof CallError && error.code === "just_sent";
      setAsked(isSent);
      if (!isSent) return;
      setRepeat(true);
      // The second press of a double click does not answer a question that nobody has read.
      setTimeout(() => (isMeant.current = true), READING_MILLISECONDS);
    },
    onDone,
  });
  const { payee, bank_name, account_no, amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo, total_kobo } = quote;
  const lacks = total_kobo > quote.available_kobo && !later;
  return (
    <Dialog opened onClose={onClose} title={`Send ${naira(amount_kobo)} to ${payee}?`}>
      <Form form={form}>
        {isRepeat && !isAsked && (
          <Notice tone="warning">You have just sent the same amount to {payee}. Do you mean to send it again?</Notice>
        )}
        {lacks && (
          <Notice tone="danger">The wallet has {naira(quote.available_kobo)}. Send less, or add money first.</Notice>
        )}
        {quote.awaits_approval && !later && (
          <Notice tone="info">
            This goes beyond what leaves in a day without us: we look at it before it is sent.
          </Notice>
        )}
        {quote.new_until && quote.left_to_payee_kobo !== null && quote.left_to_payee_kobo !== undefined && (
          <Notice tone="info">
            You have not paid this account before: until {date(quote.new_until)} you can send it at most{" "}
            {naira(quote.left_to_payee_kobo)}.
          </Notice>
        )}
        <Facts
          items={[
            { label: "To", value: payee },
            { label: "Account", value: bank_name ? `${bank_name} ${account_no}` : "Their wallet with us" },
            { label: "Amount", value: naira(amount_kobo), figure: true },
            { label: "Fee", value: naira(fee_kobo), figure: true },
            { label: "VAT", value: naira(vat_kobo), figure: true },
            { label: "Stamp duty", value: naira(stamp_duty_kobo), figure: true },
            { label: "Leaves the wallet", value: <strong>{naira(total_kobo)}</strong>, figure: true },
            later ? { label: "On", value: later } : null,
          ]}
        />
        <SubmitButton onCancel={onClose}>{yes}</SubmitButton>
      </Form>
    </Dialog>
  );
}
