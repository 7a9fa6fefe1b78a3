import { count, counted } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { isPossible } from "../../../shared/actions/facts.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Row = RowOf<typeof calls.dataProtection.listRequests>;
const kindWords = { export: "A copy of their data", erasure: "To be forgotten", correction: "A correction" } as const;

function Left({ row }: { row: Row }): ReactNode {
  if (row.status !== "open") return <span className="muted">–</span>;
  if (row.days_left < 0)
    return <Toned status="failed" label={`${count(-row.days_left)} ${row.days_left === -1 ? "day" : "days"} late`} />;
  return <Toned status={row.days_left <= 7 ? "pending" : "started"} label={counted(row.days_left, "day")} />;
}

const shown = columns<Row>([
  column("last_name", { card: "title" }),
  column("status", { card: "badge" }),
  column("kind", { header: "Request", words: kindWords, card: "field" }),
  column("days_left", { header: "Time left", card: "field", render: (row) => <Left row={row} /> }),
  column("due_on"),
  column("text", { header: "In their words", width: 320, card: "field" }),
  column("answer", { width: 280, isHidden: true }),
  column("answered_by", { isHidden: true }),
  column("created_at", { header: "Requested" }),
]);

/** What people ask about their data, with the law's clock. */
export default function DataRequestsScreen(): ReactNode {
  const [asked, setAsked] = useState<Row>();
  return (
    <>
      <ListPage
        call={calls.dataProtection.listRequests}
        columns={shown}
        href={(row) => `/admin/users/${row.user_id}?tab=data`}
        rowActions={(row) => [
          { label: "Open the person's data", to: `/admin/users/${row.user_id}?tab=data` },
          ...(isPossible(calls.dataProtection.answer, row) ? [{ label: "Answer…", run: () => setAsked(row) }] : []),
        ]}
        lead="What people ask about their data. The law gives thirty days for an answer."
        actions={<Link to="/admin/data-retention">What is kept how long</Link>}
        empty="No data requests."
      />
      {asked && (
        <Dialog opened onClose={() => setAsked(undefined)} title={`Answer ${fullName(asked)}`}>
          <AnswerForm row={asked} onClose={() => setAsked(undefined)} />
        </Dialog>
      )}
    </>
  );
}

function AnswerForm({ row, onClose }: { row: Row; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.dataProtection.answer, {
    initial: { status: "", answer: "" },
    params: { id: row.id },
    isGuarded: false,
    onDone: () => (toast("Answered. The person is notified."), onClose()),
  });
  return (
    <Form form={form}>
      <Facts
        items={[
          { label: "Request", value: kindWords[row.kind] },
          { label: "In their words", value: row.text ?? "–" },
        ]}
      />
      <SelectField
        name="status"
        label="Outcome"
        choices={[
          { value: "done", label: "Done" },
          { value: "refused", label: "Refused" },
        ]}
      />
      <TextAreaField name="answer" label="Answer" hint="The person reads it." rows={4} />
      <SubmitButton>Answer</SubmitButton>
    </Form>
  );
}
