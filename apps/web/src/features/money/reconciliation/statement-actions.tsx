import { count, counted, day, isoDay } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
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

/** Fetch the bank's statement of a day, or upload one. Both match at once and can be repeated without harm. */
export function StatementActions(): ReactNode {
  const mayRun = useMay(calls.reconciliation.run);
  const [opened, setOpened] = useState<"fetch" | "upload">();
  if (!mayRun) return null;
  return (
    <>
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

type Fetched = Answer<typeof calls.reconciliation.run>;

function FetchDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [answer, setAnswer] = useState<Fetched>();
  const { data } = useCall(calls.reconciliation.summary, {});
  const form = useCallForm(calls.reconciliation.run, {
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
          <Notice tone={!answer.has_statement ? "warning" : answer.exceptions > 0 ? "danger" : "success"}>
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

const NO_FILES = { field: "file", accept: [], max_bytes: 0 };
type Uploaded = Answer<typeof calls.reconciliation.upload>;

function UploadDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [answer, setAnswer] = useState<Uploaded>();
  const files = calls.reconciliation.upload.files ?? NO_FILES;
  const form = useCallForm(calls.reconciliation.upload, {
    initial: { [files.field]: null },
    rules: { [files.field]: "required" },
    isGuarded: false,
    onDone: setAnswer,
  });
  return (
    <Dialog opened onClose={onClose} title="Upload a statement">
      {answer ? (
        <div className="stack-12">
          <Notice tone={answer.exceptions > 0 ? "warning" : "success"}>
            {counted(answer.statements, "statement")} with {count(answer.lines)} new lines read; {count(answer.matched)}{" "}
            matched, {count(answer.exceptions)} new exceptions.
          </Notice>
          {answer.flags.length > 0 && (
            <>
              <p>Unusual in the file:</p>
              <ul>
                {answer.flags.map((flag, index) => (
                  <li key={index}>{flag}</li>
                ))}
              </ul>
            </>
          )}
          <div className={styles.buttons}>
            <Button onClick={onClose}>Look at the rows</Button>
          </div>
        </div>
      ) : (
        <Form form={form}>
          <FileField name={files.field} label="Statement" files={files} hint="CAMT.053 or MT940" />
          <SubmitButton>Read and match</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
