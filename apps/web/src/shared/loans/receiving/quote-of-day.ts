import { useEffect } from "react";
import { calls } from "../../api/calls.gen.ts";
import type { Answer } from "../../api/call.ts";
import { CallError, errorText } from "../../api/errors.ts";
import { useCall } from "../../api/use-call.ts";
import type { CallForm } from "../../form/use-call-form.tsx";

/** What ends the loan on the day on which the form has it received; undefined without one. A day that is refused stays in its field, with the reason. */
export function useQuoteOfDay(
  form: CallForm,
  loan_id: string,
): Answer<typeof calls.repayments.settlementQuote> | undefined {
  const typed = form.values["received_on"];
  const on = typeof typed === "string" && /^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : "";
  const { data, error } = useCall(
    calls.repayments.settlementQuote,
    { params: { id: loan_id }, query: { on } },
    { enabled: on !== "", freshForMs: 0 },
  );
  const { refuse } = form;
  useEffect(() => {
    const [message] = error instanceof CallError ? Object.values(error.fields).flat() : [];
    if (on !== "" && error) refuse("received_on", message ?? errorText(error));
  }, [on, error, refuse]);
  return on === "" ? undefined : data;
}
