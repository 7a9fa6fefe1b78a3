import { counted } from "@manilla/contract/formats";
import { type ReactNode, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { saveFile } from "../../../shared/api/call.ts";
import { TrialForm } from "../../../shared/imports/trial-form.tsx";
import { LinkButton, Notice } from "../../../shared/ui/kit.tsx";
import { OPTIONAL_COLUMNS, type Preview, previewOf, REQUIRED_COLUMNS } from "./csv-preview.ts";

const example = `${[...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS.filter((column) => column !== "salary_kobo")].join(",")}\nAda Obi,ada.obi@example.com,08031234567,1990-05-14,female,"12 Marina Road, Lagos Island",Lagos,employed,Lagoon Foods,450000,25\n`;

/** C031 from a CSV file: what the file holds is shown before it is sent, and what each row would do before anything is written. */
export function FileForm(): ReactNode {
  const navigate = useNavigate();
  return (
    <TrialForm
      of={calls.imports}
      noun="customer"
      onDone={(answer) => navigate(`/admin/users/imports/${answer.import.id}`)}
      look={(file) => <Look file={file} />}
    >
      <div className="small muted">
        <p>
          The first line names the columns: {REQUIRED_COLUMNS.join(", ")}, and any of {OPTIONAL_COLUMNS.join(", ")}.
          Salaries are in naira (or in kobo as salary_kobo), dates are yyyy-mm-dd. At most 50,000 rows.
        </p>
        <p>Existing accounts are left as they are: sending a file twice creates no duplicates.</p>
        <LinkButton onClick={() => saveFile(new Blob([example], { type: "text/csv" }), "customers-example.csv")}>
          Download an example
        </LinkButton>
      </div>
    </TrialForm>
  );
}

function usePreview(file: File | null): Preview | undefined {
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    setPreview(undefined);
    if (!file) return;
    let isCurrent = true;
    void file.text().then((text) => isCurrent && setPreview(previewOf(text)));
    return () => void (isCurrent = false);
  }, [file]);
  return preview;
}

function Look({ file }: { file: File | null }): ReactNode {
  const preview = usePreview(file);
  if (!preview) return null;
  const { rows, columns, missing, unknown, isNoText } = preview;
  if (isNoText) return <Notice tone="danger">This is not a CSV file: it holds something else than text.</Notice>;
  if (rows === 0 && missing.length === 0) return <Notice tone="danger">There is nobody under the heading.</Notice>;
  return (
    <Notice tone={missing.length > 0 ? "danger" : unknown.length > 0 ? "warning" : "success"}>
      {counted(rows, "row")}, {counted(columns.length, "column")}.
      {missing.length > 0 && ` The file has no column ${missing.join(", ")}.`}
      {unknown.length > 0 && ` Not read: ${unknown.join(", ")}.`}
    </Notice>
  );
}
