import { date } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { PasswordField } from "../../../shared/form/fields.tsx";
import { FileField } from "../../../shared/form/file-field.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { IconCircleCheck } from "../../../shared/ui/icons.ts";
import { LinkButton, Skeleton } from "../../../shared/ui/kit.tsx";
import styles from "./upload.module.css";

type Requested = Answer<typeof calls.documents.requested>;
type Kind = Requested["types"][number];

const kinds: Record<Kind, { title: string; hint: string }> = {
  bank_statement: { title: "Bank statement", hint: "From your bank’s app, the last six months or more" },
  work_id: { title: "Work id", hint: "Staff card or letter of employment" },
  govt_id: { title: "Government id", hint: "Passport, driver’s licence, voter’s card or NIN slip" },
  credit_report: { title: "Credit report", hint: "From a credit bureau" },
  custom: { title: "Document", hint: "What our message asked for" },
};

/** R013: documents that were requested by a link; works without an account. */
export default function UploadScreen(): ReactNode {
  const { token = "" } = useParams();
  // The link ends with the last document: from then on only this page knows what was sent.
  const [isDone, setDone] = useState(false);
  const { data, error, refetch } = useRecord(calls.documents.requested, { params: { token } }, { enabled: !isDone });
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <AuthLayout title="Send your documents">
        <Skeleton height={160} />
      </AuthLayout>
    );
  }
  const open = data.types.filter((type) => !data.received.includes(type));
  if (isDone || open.length === 0) {
    return (
      <AuthLayout
        title="Everything is here"
        lead={`Thank you, ${data.name}. You can close this page; we write to you when we have looked at it.`}
      >
        <List request={{ ...data, received: data.types }} token={token} onDone={() => setDone(true)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Send your documents"
      lead={`${data.name}, we are waiting for ${open.length === 1 ? "one document" : `${open.length} documents`}.`}
      aside={
        <span className="muted">
          This link is yours alone and works until {date(data.expires_at)}. Anyone who has it can send documents for
          you, but see none.
        </span>
      }
    >
      {data.note && <p className={styles.note}>{data.note}</p>}
      <List request={data} token={token} onDone={() => setDone(true)} />
    </AuthLayout>
  );
}

const List = ({ request, token, onDone }: { request: Requested; token: string; onDone: () => void }): ReactNode => (
  <div className={styles.list}>
    {request.types.map((type) =>
      request.received.includes(type) ? (
        <div key={type} className={styles.done} role="status">
          <IconCircleCheck size={22} aria-hidden="true" />
          {kinds[type].title} received
        </div>
      ) : (
        <section key={type} className={styles.item} aria-label={kinds[type].title}>
          <h2>{kinds[type].title}</h2>
          <Sending type={type} token={token} onDone={onDone} />
        </section>
      ),
    )}
  </div>
);

function Sending({ type, token, onDone }: { type: Kind; token: string; onDone: () => void }): ReactNode {
  const form = useCallForm(calls.documents.uploadRequested, {
    initial: { document: null as File | null, password: "" },
    rules: { document: "required", password: "nullable|max:100" },
    params: { token, type },
    toBody: ({ password }) => ({ ...(password !== "" && { password }) }),
    onDone: (answer) => void (answer.is_done && onDone()),
  });
  const isPdf = form.values.document instanceof File && /\.pdf$/i.test(form.values.document.name);
  return (
    <Form form={form}>
      <FileField name="document" label="Picture or file" hint={kinds[type].hint} of={calls.documents.uploadRequested} />
      {isPdf && (
        <PasswordField
          name="password"
          label="Password of the PDF"
          hint="Only if it asks for one. It is used once and not kept."
          autoComplete="current-password"
        />
      )}
      <SubmitButton fullWidth>Send</SubmitButton>
    </Form>
  );
}

/** A link that does not work (any more), or an answer that did not come: two different things. */
function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const isGone = error instanceof CallError && [400, 404, 410, 422].includes(error.status);
  return (
    <AuthLayout
      title={isGone ? "This link does not work any more" : "This could not be loaded"}
      lead={
        isGone ? "It may have expired, or everything was sent already. Ask the sender for a new one." : errorText(error)
      }
    >
      {!isGone && <LinkButton onClick={onRetry}>Try again</LinkButton>}
    </AuthLayout>
  );
}
