import { counted, day, fullName } from "@manilla/contract/formats";
import { categoryWords } from "@manilla/contract/people/complaint-categories";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { CompanyLink } from "../../../shared/companies/company-link.tsx";
import { Actions } from "../../../shared/actions/actions.tsx";
import { isPossible } from "../../../shared/actions/facts.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, LinkButton, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { CustomerBeside } from "./customer-beside.tsx";
import { PreparedAnswers } from "./prepared-answers.tsx";
import { Thread } from "./thread.tsx";

type Complaint = Answer<typeof calls.complaints.find>;
const { assign, answer, resolve, escalate } = calls.complaints;

/** N03, one complaint: its clock, both sides, the answer, what happened. */
export default function ComplaintScreen(): ReactNode {
  const me = useSession().user;
  const isMine = ({ assigned_to }: Complaint): boolean => assigned_to === fullName(me);
  return (
    <RecordPage
      call={calls.complaints.find}
      title={({ company, ...person }) => `Complaint of ${company?.name ?? fullName(person)}`}
      actions={(complaint) =>
        complaint && (
          <Actions
            of={complaint}
            calls={isMine(complaint) ? [escalate] : [assign, escalate]}
            next={complaint.assigned_to ? undefined : "assign"}
          />
        )
      }
    >
      {(complaint) => (
        <div className="beside">
          <div className="stack">
            <Details complaint={complaint} />
          </div>
          <CustomerBeside user_id={complaint.user_id} />
        </div>
      )}
    </RecordPage>
  );
}

function Clock({ complaint: { status, days_left, due_on, resolved_at } }: { complaint: Complaint }): ReactNode {
  if (status === "resolved") return resolved_at ? <When at={resolved_at} /> : "Resolved";
  const tone = days_left < 0 ? "danger" : days_left <= 3 ? "warning" : "info";
  const words = days_left < 0 ? `${counted(-days_left, "day")} late` : `${counted(days_left, "day")} left`;
  return (
    <>
      {day(due_on)} <ToneBadge tone={tone}>{words}</ToneBadge>
    </>
  );
}

function Details({ complaint }: { complaint: Complaint }): ReactNode {
  return (
    <>
      <Panel title="Complaint" actions={<StatusBadge kind="complaint" status={complaint.status} />}>
        <Facts
          items={[
            {
              label: "Reference",
              value: (
                <Copyable text={complaint.reference} label="reference">
                  {complaint.reference}
                </Copyable>
              ),
            },
            { label: "From", value: <Link to={`/admin/users/${complaint.user_id}`}>{fullName(complaint)}</Link> },
            complaint.company && {
              label: "For",
              value: <CompanyLink id={complaint.company.id}>{complaint.company.name}</CompanyLink>,
            },
            { label: "About", value: categoryWords[complaint.category] },
            {
              label: complaint.status === "resolved" ? "Resolved" : "Resolve by",
              value: <Clock complaint={complaint} />,
            },
            { label: "Handled by", value: <Handling complaint={complaint} /> },
            complaint.document_id && {
              label: "Paper",
              value: <Link to={`/admin/users/${complaint.user_id}?tab=documents`}>among the person’s documents</Link>,
            },
          ]}
        />
      </Panel>
      <Panel title="What was written">
        <Thread
          first={{ by: fullName(complaint), text: complaint.text, at: complaint.created_at }}
          messages={complaint.messages}
        />
      </Panel>
      {isPossible(answer, complaint) && <AnswerForm complaint={complaint} />}
      <Panel title="Timeline">
        <History entries={complaint.history} />
      </Panel>
    </>
  );
}

/** Who answers for it, and giving it to somebody else. */
function Handling({ complaint }: { complaint: Complaint }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const form = useCallForm(assign, {
    initial: { admin_id: "" },
    rules: { admin_id: "required" },
    params: { id: complaint.id },
    isGuarded: false,
    toBody: ({ admin_id }) => ({ admin_id }),
    onDone: () => (setOpen(false), toast("Handed over.")),
  });
  if (!isOpen)
    return (
      <>
        {complaint.assigned_to ?? "Nobody yet"}{" "}
        {isPossible(assign, complaint) && <LinkButton onClick={() => setOpen(true)}>Hand over</LinkButton>}
      </>
    );
  return (
    <Form form={form}>
      <SelectField
        name="admin_id"
        label="Colleague"
        choices={complaint.colleagues.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SubmitButton>Hand over</SubmitButton>
    </Form>
  );
}

/** An answer, which may be the outcome. */
function AnswerForm({ complaint }: { complaint: Complaint }): ReactNode {
  const { id, assigned_to } = complaint;
  const [isOutcome, setOutcome] = useState(false);
  const form = useCallForm(isOutcome ? resolve : answer, {
    initial: { text: "" },
    params: { id },
    onDone: () => {
      form.discardDraft();
      toast(isOutcome ? "Resolved. The person is notified." : "Answered. The person is notified.");
    },
  });
  return (
    <Panel title={isOutcome ? "Resolve" : "Answer"}>
      <Form form={form}>
        <PreparedAnswers
          customer={complaint}
          onChoose={(text) => {
            const written = String(form.values["text"]).trim();
            form.set("text", written ? `${written}\n\n${text}` : text);
          }}
        />
        <TextAreaField
          name="text"
          label={isOutcome ? "What was done" : "Your answer"}
          hint="The person reads it as you write it, in the product and by e-mail."
          rows={5}
        />
        <SubmitButton isQuiet={!assigned_to}>{isOutcome ? "Resolve the complaint" : "Send the answer"}</SubmitButton>
        <p>
          <LinkButton onClick={() => setOutcome(!isOutcome)}>
            {isOutcome ? "Only answer" : "Resolve it instead"}
          </LinkButton>
        </p>
      </Form>
    </Panel>
  );
}
