import type { Endpoint } from "@manilla/contract/endpoint";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { CallInput } from "../../../shared/api/call.ts";
import { type CallForm, useCallForm, type Values } from "../../../shared/form/use-call-form.tsx";
import { landingOf, reloadSession } from "../../../shared/session/session.ts";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { OtpStep } from "./otp-step.tsx";

/** A code works for ten minutes. */
const CODE_LIFETIME_MS = 10 * 60_000;

/** Where the step with the code is kept: in this tab only, by the registration's id, which is of no use without the code. */
function useSent(path: string) {
  const key = `manilla.registration.${path}`;
  const [sent, setSent] = useState<Sent | undefined>(() => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as (Sent & { at: number }) | null;
      return kept && Date.now() - kept.at < CODE_LIFETIME_MS ? kept : undefined;
    } catch {
      return undefined;
    }
  });
  const keep = (next: Sent | undefined): void => {
    setSent(next);
    try {
      if (next) sessionStorage.setItem(key, JSON.stringify({ ...next, at: Date.now() }));
      else sessionStorage.removeItem(key);
    } catch {
      // A closed storage costs the step only when the page is loaded again.
    }
  };
  return [sent, keep] as const;
}

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
  const [sent, setSent] = useSent(call.path);
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
  const code = useCallForm(calls.registration.confirm, {
    initial: { otp: "" },
    rules: { otp: "required|number|length:6" },
    isGuarded: false,
    toBody: ({ otp }) => ({
      registration_token: sent?.registration_token ?? "",
      otp,
      kind: call.path.endsWith("business") ? ("business" as const) : ("person" as const),
    }),
    onDone: async () => {
      details.discardDraft();
      await navigate(landingOf(null, await reloadSession()), { replace: true });
      // Not before: on a slow line the empty form would be back for seconds.
      setSent(undefined);
    },
  });
  const codePage = sent && (
    <AuthLayout title="Enter the code" lead={`We sent it to ${sent.sent_to}.`}>
      <OtpStep form={code} onBack={() => setSent(undefined)} />
    </AuthLayout>
  );
  return { details, codePage };
}
