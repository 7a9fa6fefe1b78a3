import { employeeFile } from "@manilla/contract/people/import-columns";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { saveFile } from "../../../shared/api/call.ts";
import { TrialForm } from "../../../shared/imports/trial-form.tsx";
import { LinkButton } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { Seats } from "./seats.tsx";

const EXAMPLE =
  "name,email,phone,staff_number,position,department,manager,salary\nAda Obi,ada.obi@example.com,08031234567,0042,Supervisor,,,320000\nBola Ade,bola.ade@example.com,08031234568,0043,Driver,,0042,145000\n";

/** Employees from a file: what is right goes in, what is wrong is listed with its row. */
export default function FileScreen(): ReactNode {
  const navigate = useNavigate();
  return (
    <Page
      width="form"
      lead="Each of them gets a mail with a link on which they choose their own password."
      actions={
        <>
          <Link to="/corporate/staff/new">One employee</Link>
          <Link to="/corporate/staff/imports">Earlier files</Link>
        </>
      }
    >
      <Seats />
      <TrialForm
        of={calls.staffImports}
        noun="employee"
        columns={employeeFile}
        onDone={async ({ import: made, is_repeated }) => {
          if (is_repeated) toast("This file was sent before. This is its result.");
          await navigate(`/corporate/staff/imports/${made.id}`);
        }}
      >
        <div className="small muted">
          <p>
            The first line names the columns, in any order: name, email, phone, and any of staff number, position,
            department, manager (a staff number or an e-mail; managers come above those who report to them) and salary
            (a month’s, in naira). At most 5,000 rows.
          </p>
          <p>What is right goes in, what is wrong is listed with its row. Who is here already stays as they are.</p>
          <LinkButton onClick={() => saveFile(new Blob([EXAMPLE], { type: "text/csv" }), "employees-example.csv")}>
            Download an example
          </LinkButton>
        </div>
      </TrialForm>
    </Page>
  );
}
