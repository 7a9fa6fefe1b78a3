import { customerColumns, customerFile, requiredColumns } from "@manilla/contract/people/import-columns";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { saveFile } from "../../../shared/api/call.ts";
import { TrialForm } from "../../../shared/imports/trial-form.tsx";
import { LinkButton } from "../../../shared/ui/kit.tsx";

const optional = customerColumns.filter((column) => !requiredColumns.some((required) => required === column));
const example = `${customerColumns.filter((column) => column !== "salary_kobo").join(",")}\nAda Obi,ada.obi@example.com,08031234567,1990-05-14,female,"12 Marina Road, Lagos Island",Lagos,employed,Lagoon Foods,450000,25\n`;

/** C031 from a CSV file: what the file holds is shown before it is sent, and what each row would do before anything is written. */
export function FileForm(): ReactNode {
  const navigate = useNavigate();
  return (
    <TrialForm
      of={calls.imports}
      noun="customer"
      onDone={(answer) => navigate(`/admin/users/imports/${answer.import.id}`)}
      columns={customerFile}
    >
      <div className="small muted">
        <p>
          The first line names the columns: {requiredColumns.join(", ")}, and any of {optional.join(", ")}; any other
          heading can be matched to one of ours here. Salaries are in naira (or in kobo as salary_kobo), dates are
          yyyy-mm-dd. At most 50,000 rows.
        </p>
        <p>Existing accounts are left as they are: sending a file twice creates no duplicates.</p>
        <LinkButton onClick={() => saveFile(new Blob([example], { type: "text/csv" }), "customers-example.csv")}>
          Download an example
        </LinkButton>
      </div>
    </TrialForm>
  );
}
