import { count, day, isoDay } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FileField } from "../../../shared/form/file-field.tsx";
import { DateField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice } from "../../../shared/ui/kit.tsx";
import { chosenDay } from "./day-summary.tsx";
import styles from "./reconciliation.module.css";

/** Fetch the bank's statement of a day, or upload one and see first what it would do. Both can be repeated without harm. */
export function StatementActions(): ReactNode {
  const mayRun = useMay(calls.bankStatements.run);
  const [opened, setOpened] = useState<"fetch" | "upload">();
  if (!mayRun) return null;
  return (
    <>
      <Button size="sm" variant="default" component={Link} to="/admin/reconciliation/statements">
        Statements
      </Button>
      <Button size="sm" variant="default" onClick={() => setOpened("upload")}>
        Upload statement…
      </Button>
      <Button size="sm" onClick={() => setOpened("fetch")}>
        Fetch statement…
      </Button>
      {opened === "fetch" && <FetchDialog onClose={() => setOpened(undefined)} />}
      {opened === "upload" && <UploadDialog onClose={() => setOpened(undefined)} />}
    </>
  );
}

type Fetched = Answer<typeof calls.bankStatements.run>;

const isRefused = ({ verdict }: Fetched): boolean => verdict === "refused" || verdict === "second_person";

function FetchDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [answer, setAnswer] = useState<Fetched>();
  const { data } = useCall(calls.reconciliation.summary, {});
  const form = useCallForm(calls.bankStatements.run, {
    initial: { business_date: chosenDay(search) ?? data?.days[0]?.business_date ?? isoDay(new Date()) },
    rules: { business_date: "required" },
    isGuarded: false,
    onDone: (done) => {
      setAnswer(done);
      setSearch({ "f.business_date": `${done.business_date}..${done.business_date}` });
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Fetch the bank's statement">
      {answer ? (
        <div className="stack-12">
          <Notice
            tone={
              isRefused(answer) ? "danger" : answer.has_statement && answer.exceptions === 0 ? "success" : "warning"
            }
            {...(isRefused(answer) && {
              action: <Link to={`/admin/reconciliation/statements/${answer.statement_id}`}>Look at it</Link>,
            })}
          >
            {answer.message}
          </Notice>
          <Facts
            items={[
              { label: "Day", value: day(answer.business_date) },
              { label: "New lines", value: count(answer.lines) },
              { label: "Matched", value: count(answer.matched) },
              { label: "New exceptions", value: count(answer.exceptions) },
            ]}
          />
          <div className={styles.buttons}>
            <Button onClick={onClose}>Look at the rows</Button>
          </div>
        </div>
      ) : (
        <Form form={form}>
          <DateField name="business_date" label="Business day" />
          <p className="small muted">
            What is on it is matched by reference and amount. Doing it again changes nothing.
          </p>
          <SubmitButton>Fetch and match</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}

function UploadDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.bankStatements.upload, {
    initial: { file: null },
    rules: { file: "required" },
    isGuarded: false,
    onDone: ({ statement }) => navigate(`/admin/reconciliation/statements/${statement.id}`),
  });
  return (
    <Dialog opened onClose={onClose} title="Upload a statement">
      <Form form={form}>
        <FileField name="file" label="Statement" of={calls.bankStatements.upload} hint="CAMT.053, MT940, OFX or CSV" />
        <p className="small muted">Nothing is booked yet: you see its lines and what each would do.</p>
        <SubmitButton>Read</SubmitButton>
      </Form>
    </Dialog>
  );
}
