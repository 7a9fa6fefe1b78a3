import { date, day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { useRecord } from "../api/use-call.ts";
import { ActionButton } from "../form/action-button.tsx";
import { Panel } from "../ui/kit.tsx";

const { consentTo, findConsent } = calls.salaryDeductions;

/** Repaying one's loan from one's salary: offered where the employer deducts, by consent alone. */
export function SalaryDeduction({ loan_id }: { loan_id: string }): ReactNode {
  const { data } = useRecord(findConsent, { params: { id: loan_id } });
  if (!data) return null;
  const { is_offered, company, pay_day, given_at, pending, kept_back_kobo } = data.consent;
  if (!is_offered && !given_at && !pending) return null;
  const employer = company ?? "Your employer";
  const payDay = pay_day === 31 ? "the last day of the month" : `the ${pay_day} of the month`;
  return (
    <Panel title="From your salary">
      <p>
        {given_at
          ? `${employer} keeps your instalment back from your salary since you agreed on ${date(given_at)}. Your card is debited only for what was not kept back.`
          : `${employer} can keep your instalment back from your salary, on ${payDay}, and pay it for you: at most a third of the salary.`}
      </p>
      {pending && (
        <p>
          {naira(pending.asked_kobo)} {pending.status === "open" ? "is asked" : "was confirmed"} for the pay day{" "}
          {day(pending.pay_day)}.
          {kept_back_kobo > 0 &&
            ` While ${naira(kept_back_kobo)} is with your employer or on its way to us, no penalty is charged on it.`}
        </p>
      )}
      {given_at ? (
        <ActionButton
          call={consentTo}
          params={{ id: loan_id }}
          body={{ agrees: false }}
          confirm={{
            title: "Take your consent back?",
            body: "It takes effect after the file in progress. From then on your card is debited.",
            yes: "Take it back",
          }}
          done="Taken back."
        >
          Take consent back…
        </ActionButton>
      ) : (
        is_offered && (
          <ActionButton
            call={consentTo}
            params={{ id: loan_id }}
            body={{ agrees: true }}
            variant="primary"
            confirm={{
              title: "Repay this loan from your salary?",
              body: `You allow ${employer} to keep back what falls due, and what is overdue, on each pay day, at most a third of your salary. You can take this back at any time.`,
              yes: "I agree",
            }}
            done="Agreed. It begins with the next pay day."
          >
            Repay from my salary…
          </ActionButton>
        )
      )}
    </Panel>
  );
}
