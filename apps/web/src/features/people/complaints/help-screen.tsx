import { day } from "@manilla/contract/formats";
import { type ComplaintCategory, categoryWords } from "@manilla/contract/people/complaint-categories";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { FileField } from "../../../shared/form/file-field.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { ComplaintFields } from "../../../shared/people/complaint-fields.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { LinkButton, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { Contacts } from "./contacts.tsx";
import { Thread } from "./thread.tsx";

type Complaint = Answer<typeof calls.complaints.listOwn>["complaints"][number];

/** N01: whom to reach, and one's complaints with what was answered. Colleagues read what customers read. */
export default function HelpScreen(): ReactNode {
  const type = accountTypeOf(location.pathname);
  return (
    <Page width="text" lead="Call us, write to us, or complain.">
      <Panel title="Reach us">
        <Contacts />
      </Panel>
      {type === "admin" ? (
        <p>
          This is what customers read. What they complain about is among the{" "}
          <Link to="/admin/complaints">complaints</Link>.
        </p>
      ) : (
        <Own mayAttach={type === "customer"} />
      )}
    </Page>
  );
}

function Own({ mayAttach }: { mayAttach: boolean }): ReactNode {
  const answer = useRecord(calls.complaints.listOwn, {});
  const [made, setMade] = useState<Complaint>();
  const done = (complaint: Complaint): void => (setMade(complaint), void answer.refetch());
  return (
    <>
      <Panel title="Complain">
        {made ? (
          <Notice
            tone="success"
            action={<LinkButton onClick={() => setMade(undefined)}>Complain about something else</LinkButton>}
          >
            We have your complaint. Its reference is <strong>{made.reference}</strong>; we resolve it by{" "}
            {day(made.due_on)} at the latest. We have sent you the reference too.
          </Notice>
        ) : (
          <ComplaintForm mayAttach={mayAttach} onDone={done} />
        )}
      </Panel>
      <Answered of={answer} height={80}>
        {({ complaints }) => complaints.map((complaint) => <OwnComplaint key={complaint.id} complaint={complaint} />)}
      </Answered>
    </>
  );
}

function ComplaintForm({ mayAttach, onDone }: { mayAttach: boolean; onDone: (made: Complaint) => void }): ReactNode {
  const { complain } = calls.complaints;
  const form = useCallForm(complain, {
    initial: { category: "", text: "", document: null as File | null },
    isGuarded: "draft",
    // A file goes beside the body, where there is one.
    toBody: ({ category, text }) => ({ category: category as ComplaintCategory, text }),
    onDone: ({ complaint }) => onDone(complaint),
  });
  return (
    <Form form={form}>
      <ComplaintFields hint="With days and amounts, as far as you know them" />
      {mayAttach && <FileField name="document" label="A picture or paper, if you have one" of={complain} />}
      <SubmitButton>Send the complaint</SubmitButton>
    </Form>
  );
}

const OwnComplaint = ({ complaint }: { complaint: Complaint }): ReactNode => (
  <Panel
    title={`${categoryWords[complaint.category]}: ${complaint.reference}`}
    actions={<StatusBadge kind="complaint" status={complaint.status} />}
  >
    <div className="stack">
      {complaint.status !== "resolved" && (
        <p className="muted">We resolve it by {day(complaint.due_on)} at the latest.</p>
      )}
      <Thread first={{ by: "You", text: complaint.text, at: complaint.created_at }} messages={complaint.messages} />
      <Reply id={complaint.id} isOver={complaint.status === "resolved"} />
    </div>
  </Panel>
);

function Reply({ id, isOver }: { id: string; isOver: boolean }): ReactNode {
  const form = useCallForm(calls.complaints.reply, {
    initial: { text: "" },
    params: { id },
    isGuarded: "draft",
    onDone: () => {
      form.discardDraft();
      toast("We have it. You hear from us.");
    },
  });
  return (
    <Form form={form}>
      <TextAreaField
        name="text"
        label="Write more"
        {...(isOver && { hint: "Not content? Write why, and the complaint is open again." })}
      />
      <SubmitButton>Send</SubmitButton>
    </Form>
  );
}
