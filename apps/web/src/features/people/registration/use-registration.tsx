import type { Endpoint } from "@manilla/contract/endpoint";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { CallInput } from "../../../shared/api/call.ts";
import { type CallForm, useCallForm, type Values } from "../../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../../shared/session/session.ts";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { OtpStep } from "./otp-step.tsx";

interface Sent {
  registration_token: string;
  sent_to: string;
}

/**
 * Both registrations are one call in two steps: the details, then the same with the code that was sent.
 * @param call answers the first step with `registration_token` and `sent_to`, the second with a session
 * @param toBody the details as the call wants them
 * @returns the form of the details, and the page that asks for the code once it is on its way
 */
export function useRegistration<E extends Endpoint, const V extends Values>(
  call: E,
  initial: V,
  toBody: (values: V) => object = (values) => values,
): { details: CallForm & { values: V }; codePage: ReactNode } {
  const navigate = useNavigate();
  const [sent, setSent] = useState<Sent>();
  const details = useCallForm(call, {
    initial,
    // Reading the code in another application may cost a small phone this page.
    keepsDraft: true,
    toBody: (values: V) => toBody(values) as CallInput<E>["body"],
    onDone: (answer) => {
      const { registration_token = "", sent_to = "" } = answer as Partial<Sent>;
      setSent({ registration_token, sent_to });
    },
  });
  const code = useCallForm(call, {
    initial: { otp: "" },
    rules: { otp: "required|number|length:6" },
    isGuarded: false,
    toBody: ({ otp }) =>
      ({ ...toBody(details.values), registration_token: sent?.registration_token, otp }) as CallInput<E>["body"],
    onDone: async () => {
      details.discardDraft();
      await reloadSession();
      await navigate("/", { replace: true });
    },
  });
  const codePage = sent && (
    <AuthLayout title="Enter the code" lead={`We sent it to ${sent.sent_to}.`}>
      <OtpStep form={code} onBack={() => setSent(undefined)} />
    </AuthLayout>
  );
  return { details, codePage };
}
