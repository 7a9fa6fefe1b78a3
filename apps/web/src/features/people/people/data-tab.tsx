import { sentence } from "@manilla/contract/formats";
import { type ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { Opens } from "./document-forms.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { ConsentList } from "./consent-list.tsx";
import { named, type Person } from "./parts.tsx";

/** What came by letter, by phone or at the desk. */
function RecordRequest({ person }: { person: Person }): ReactNode {
  if (!useMay(calls.dataProtection.record)) return null;
  return (
    <Opens label="Write down a request…" title={`What ${person.name} asks about their data`}>
      {(close) => <RecordForm person={person} close={close} />}
    </Opens>
  );
}

const kinds = [
  { value: "export", label: "A copy of their data" },
  { value: "correction", label: "A correction" },
  { value: "erasure", label: "To be forgotten" },
];

function RecordForm({ person, close }: { person: Person; close: () => void }): ReactNode {
  const form = useCallForm(calls.dataProtection.record, {
    initial: { kind: "export", text: "" },
    params: { id: person.id },
    isGuarded: false,
    onDone: () => (close(), toast("Written down. It is answered within a month; another colleague makes the file.")),
  });
  return (
    <Form form={form}>
      <SelectField name="kind" label="Request" choices={kinds} />
      <TextAreaField name="text" label="How it came, and what it says" />
      <SubmitButton>Write it down</SubmitButton>
    </Form>
  );
}

/** What the person agreed to, what was looked up with it, who saw their numbers; their data as a file; deleting them. */
export function DataTab({ person }: { person: Person }): ReactNode {
  const result = useRecord(calls.dataProtection.consents, { params: { id: person.id } });
  const mayDelete = useMay(calls.profiles.remove);
  return (
    <>
      <Answered of={result} height={96}>
        {({ consents, pulls, reveals }) => (
          <>
            <Panel
              title="Agreed to"
              actions={
                <>
                  <RecordRequest person={person} />
                  <FileButton
                    call={calls.dataProtection.exportOf}
                    input={{ params: { id: person.id } }}
                    name="person.json"
                    done="Saved. That you took it is recorded."
                  >
                    Everything kept about them
                  </FileButton>
                </>
              }
              flush
            >
              {consents.length === 0 ? (
                <Empty title="Nothing was agreed to yet" />
              ) : (
                <ConsentList consents={consents} />
              )}
            </Panel>
            <Panel title="Looked up" flush>
              {
                <PlainTable
                  empty="Nothing was looked up"
                  caption="Looked up"
                  rows={pulls}
                  keyOf={(row, index) => `${row.at}-${index}`}
                  columns={[
                    { key: "_what", render: (row) => named(row.what), card: "title" },
                    { key: "_with_consent", render: (row) => (row.consent_id ? "Yes" : "None on record") },
                    { key: "_by", render: (row) => row.by ?? "The system" },
                    { key: "at", header: "When", kind: "relative" },
                  ]}
                />
              }
            </Panel>
            <Panel title="Seen whole" flush>
              {
                <PlainTable
                  empty="Nobody has seen a number whole"
                  caption="Seen whole"
                  rows={reveals}
                  keyOf={(row, index) => `${row.at}-${index}`}
                  columns={[
                    { key: "_number", render: (row) => named(row.field), card: "title" },
                    { key: "by" },
                    { key: "reason", header: "Because", canWrap: true },
                    { key: "at", header: "When", kind: "relative" },
                  ]}
                />
              }
            </Panel>
          </>
        )}
      </Answered>
      {mayDelete && <Deletion person={person} />}
    </>
  );
}

/** C039, with its consequences spelled out before anything is asked. */
function Deletion({ person }: { person: Person }): ReactNode {
  const result = useRecord(calls.profiles.deletion, { params: { id: person.id } });
  const name = fullName(person);
  return (
    <Panel title="Delete this person">
      <Answered of={result} height={96}>
        {({ blockers, erased, kept }) => (
          <div className="stack">
            {blockers.length > 0 && (
              <Notice tone="warning">
                Not possible now:
                <ul>
                  {blockers.map((blocker) => (
                    <li key={blocker}>{blocker}</li>
                  ))}
                </ul>
              </Notice>
            )}
            <div>
              <strong>Permanently removed</strong>
              <ul>
                {erased.map((what) => (
                  <li key={what}>{sentence(what)}</li>
                ))}
              </ul>
            </div>
            <div>
              <strong>Kept without them, because the law wants it</strong>
              <ul>
                {kept.map(({ what, because }) => (
                  <li key={what}>
                    {sentence(what)}: <span className="muted">{because}</span>
                  </li>
                ))}
              </ul>
            </div>
            <div>
              <ActionButton
                call={calls.profiles.remove}
                params={{ id: person.id }}
                variant="danger"
                disabledBecause={blockers[0]}
                done="Requested. A second person decides among the approvals."
                confirm={{
                  title: `Ask that ${name} be deleted?`,
                  body: "A second person decides. What is erased cannot be brought back by anybody.",
                  reason: "required",
                  yes: "Ask for it",
                  style: "danger",
                }}
              >
                Delete {name}…
              </ActionButton>
            </div>
          </div>
        )}
      </Answered>
    </Panel>
  );
}
