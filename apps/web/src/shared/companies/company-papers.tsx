/** The papers of a company, on its own profile and on the provider's page of it. */
import { companyDocumentKinds } from "@manilla/contract/companies/company-document-kinds";
import { sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Actions } from "../actions/actions.tsx";
import { calls } from "../api/calls.gen.ts";
import type { Answer } from "../api/call.ts";
import { useRecord } from "../api/use-call.ts";
import { FileButton } from "../form/file-button.tsx";
import { FileField } from "../form/file-field.tsx";
import { SelectField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { useMay } from "../session/session.ts";
import { Answered } from "../ui/answered.tsx";
import { StatusBadge } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Panel, When } from "../ui/kit.tsx";
import { toast } from "../ui/toasts.tsx";

const { file, listOf, listOwn, refuse, upload, verify } = calls.companyDocuments;
type Paper = Answer<typeof listOwn>["documents"][number];

/** Those of one's own company, with a way to send more. */
export function OwnPapers(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayUpload = useMay(upload);
  return (
    <Panel
      title="Documents"
      actions={
        mayUpload && (
          <Button size="sm" variant="default" onClick={() => setOpen(true)}>
            Send a document…
          </Button>
        )
      }
    >
      <Papers
        of={useRecord(listOwn, {})}
        none="No document was sent yet. The certificate of incorporation comes first."
      />
      {isOpen && <SendDialog onClose={() => setOpen(false)} />}
    </Panel>
  );
}

/** Those of any company, to be verified or refused. */
export const PapersOf = ({ company_id }: { company_id: string }): ReactNode => (
  <Panel title="Documents">
    <Papers of={useRecord(listOf, { params: { id: company_id } })} none="The company has sent no document." />
  </Panel>
);

const Papers = ({ of, none }: { of: ReturnType<typeof useRecord<typeof listOwn>>; none: string }): ReactNode => (
  <Answered of={of} height={80}>
    {({ documents }) =>
      documents.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="list">
          {documents.map((paper) => (
            <Line key={paper.id} paper={paper} />
          ))}
        </ul>
      )
    }
  </Answered>
);

const Line = ({ paper }: { paper: Paper }): ReactNode => (
  <li>
    {sentence(paper.kind)}
    {paper.title && `: ${paper.title}`} <StatusBadge kind="company_document" status={paper.status} />
    <div className="small muted">
      {paper.uploaded_by ?? "Somebody"}, <When at={paper.created_at} />
      {paper.status === "refused" && paper.decision_reason && `. Refused: ${paper.decision_reason}`}
    </div>
    <div style={{ display: "flex", flexWrap: "wrap", gap: 8, margin: "8px 0" }}>
      <FileButton call={file} input={{ params: { id: paper.id } }} name={paper.name}>
        Download
      </FileButton>
      <Actions of={paper} calls={[verify, refuse]} hasKeys={false} />
    </div>
  </li>
);

function SendDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = useCallForm(upload, {
    initial: { kind: "", file: null },
    rules: { kind: "required" },
    isGuarded: false,
    toBody: ({ kind }) => ({ kind }),
    onDone: () => (toast("Sent. We look at it."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Send a document">
      <Form form={form}>
        <SelectField
          name="kind"
          label="What it is"
          choices={companyDocumentKinds.map((value) => ({ value, label: sentence(value) }))}
        />
        <FileField name="document" label="Document" of={upload} />
        <SubmitButton onCancel={onClose}>Send</SubmitButton>
      </Form>
    </Dialog>
  );
}
