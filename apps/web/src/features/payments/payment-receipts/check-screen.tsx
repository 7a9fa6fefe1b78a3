import { day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { Facts, LinkButton, Notice, Skeleton } from "../../../shared/ui/kit.tsx";

/** Whether a receipt is ours, and where its money is by now; works without an account. */
export default function CheckScreen(): ReactNode {
  const { token = "" } = useParams();
  const { data, error, refetch } = useRecord(calls.paymentReceipts.verify, { params: { token } });
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <AuthLayout title="Receipt">
        <Skeleton height={320} />
      </AuthLayout>
    );
  const { title, reference, date, label, amount_kobo, amount_in_words, facts, charges, since } = data;
  return (
    <AuthLayout
      title={title}
      lead={`${reference}, ${day(date)}`}
      aside={<span className="muted">Compare it with the paper: reference, amount and names must be the same.</span>}
    >
      <div className="stack-12">
        <Notice tone={since ? "warning" : "success"}>{since ?? "This receipt is ours, and it still holds."}</Notice>
        <Facts
          items={[
            { label, value: <strong>{naira(amount_kobo)}</strong>, figure: true },
            { label: "In words", value: amount_in_words },
            ...facts,
            ...charges.map((charge) => ({ ...charge, figure: true })),
          ]}
        />
      </div>
    </AuthLayout>
  );
}

/** A receipt that is not ours, and an answer that did not come: two different things. */
function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const isUnknown = error instanceof CallError && [404, 422].includes(error.status);
  return (
    <AuthLayout
      title={isUnknown ? "This is no receipt of ours" : "This could not be loaded"}
      lead={
        isUnknown
          ? "We know no receipt under this address. Do not hand anything over for it: ask to be shown the original."
          : errorText(error)
      }
    >
      {!isUnknown && <LinkButton onClick={onRetry}>Try again</LinkButton>}
    </AuthLayout>
  );
}
