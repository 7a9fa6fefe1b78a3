import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { saveFile } from "../../../shared/api/call.ts";
import { FileField } from "../../../shared/form/file-field.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { LinkButton } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { uploads, upload } = calls.beneficiaries;

const shown = columns<RowOf<typeof uploads>>([
  column("file_name", { header: "File", card: "title", width: 260 }),
  column("status", { header: "State", badge: "beneficiary_upload", card: "badge", width: 120 }),
  column("total", { header: "Rows", width: 80 }),
  column("ready", { header: "Names agree", kind: "number", card: "field", width: 120 }),
  column("near", { header: "Nearly", kind: "number", card: "field", width: 90 }),
  column("refused", { kind: "number", card: "field", width: 90 }),
  column("by", { width: 160 }),
  column("created_at", { header: "Brought", card: "field", width: 130 }),
]);

/** Files of beneficiaries that were brought. */
export default function FilesScreen(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListPage
        call={uploads}
        columns={shown}
        href={({ id }) => `/corporate/beneficiaries/files/${id}`}
        lead="The banks confirm each row; then you add those that agree."
        actions={<Button onClick={() => setOpen(true)}>Bring a file…</Button>}
        empty="No file has been brought yet."
      />
      {isOpen && <UploadDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const EXAMPLE = "name,bank,account_number,email\nAda Obi,Guaranty Trust Bank,0012345678,ada.obi@example.com\n";

function UploadDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(upload, {
    initial: { file: null },
    rules: { file: "required" },
    isGuarded: false,
    toBody: () => ({}),
    onDone: async (answer) => {
      if (answer.is_known) toast("This file was brought before: here it is.");
      await navigate(`/corporate/beneficiaries/files/${answer.upload.id}`);
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Bring a file of beneficiaries">
      <Form form={form}>
        <FileField name="file" label="CSV file" of={upload} />
        <p className="small muted">
          The first line names the columns, in any order: name, bank (its name or code), account number, and an e-mail
          where there is one. At most 1,000 rows. Account numbers keep the zeros at their beginning.{" "}
          <LinkButton onClick={() => saveFile(new Blob([EXAMPLE], { type: "text/csv" }), "beneficiaries-example.csv")}>
            Download an example
          </LinkButton>
        </p>
        <SubmitButton onCancel={onClose}>Bring it</SubmitButton>
      </Form>
    </Dialog>
  );
}
