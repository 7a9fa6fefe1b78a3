import { counted, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";

const earnings = [
  { value: "employed", label: "An employer pays me" },
  { value: "self-employed", label: "I work for myself" },
] as const;

/** Added: how much it could be, before anybody hands in a paper. */
export default function EstimateScreen(): ReactNode {
  const [answer, setAnswer] = useState<Answer<typeof calls.creditDecisions.estimate>>();
  const form = useCallForm(calls.creditDecisions.estimate, {
    initial: {
      employment_status: "employed",
      salary_kobo: null as number | string | null,
      repayments_kobo: null as number | string | null,
    },
    isGuarded: false,
    toBody: ({ employment_status, salary_kobo, repayments_kobo }) => ({
      employment_status: employment_status as "employed",
      salary_kobo: Number(salary_kobo),
      ...(repayments_kobo !== null && repayments_kobo !== "" && { repayments_kobo: Number(repayments_kobo) }),
    }),
    onDone: setAnswer,
  });
  // Other figures than those that were answered.
  useEffect(() => setAnswer(undefined), [form.values]);
  return (
    <AuthLayout
      title="What could I borrow?"
      lead="Two figures are enough. Nothing is stored, and no bureau is asked."
      aside={
        <span>
          Already have an account? <Link to="/login">Sign in</Link>
        </span>
      }
    >
      <div className="stack">
        <Form form={form}>
          <SelectField name="employment_status" label="How do you earn?" choices={earnings} />
          <MoneyField name="salary_kobo" label="What reaches you a month, after tax" />
          <MoneyField
            name="repayments_kobo"
            label="What you pay on other loans a month"
            hint="Leave it empty if you have none"
          />
          <SubmitButton fullWidth>Show me</SubmitButton>
        </Form>
        <div role="status">{answer && <Answered answer={answer} />}</div>
      </div>
    </AuthLayout>
  );
}

function Answered({
  answer: { could_borrow, why_not },
}: {
  answer: Answer<typeof calls.creditDecisions.estimate>;
}): ReactNode {
  if (!could_borrow)
    return (
      <Notice tone="warning">
        By these figures we could not lend to you now. {why_not.join(" ")} Your bank statement may show more.
      </Notice>
    );
  return (
    <div className="stack">
      <Notice tone="success">
        You could borrow up to <strong>{naira(could_borrow.principal_kobo)}</strong>, with{" "}
        {counted(could_borrow.instalments, "instalment")} of about {naira(could_borrow.instalment_kobo)} a month. It is
        an estimate: your BVN, a bank statement and the credit bureau decide.
      </Notice>
      <Button component={Link} to="/register" fullWidth>
        Create your account
      </Button>
    </div>
  );
}
