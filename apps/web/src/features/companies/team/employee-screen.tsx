import { day } from "@manilla/contract/formats";
import { displayPhone } from "@manilla/contract/phone";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Empty, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { type Employee, employeeWork } from "./employee-work.ts";

/** R045 of companies: one of their own people, as far as work is concerned. */
export default function EmployeeScreen(): ReactNode {
  return (
    <RecordPage call={calls.team.find} width="text" title={({ employee }) => fullName(employee)} height={220}>
      {({ employee }) => (
        <>
          <WorkBar of={employee} work={employeeWork} label={`the employee ${fullName(employee)}`} />
          <Details person={employee} />
          {employee.loans && <Loans loans={employee.loans} />}
        </>
      )}
    </RecordPage>
  );
}

const isHere = ({ status }: Employee): boolean => status !== "left" && status !== "withdrawn";

const Details = ({ person }: { person: Employee }): ReactNode => (
  <Panel title="Employment" actions={<StatusBadge kind="employment" status={person.status} />}>
    <Facts
      items={[
        isHere(person) && { label: "Role", value: person.roles.map(({ name }) => name).join(", ") || "Employee" },
        person.power_begins_at && { label: "Requests and agrees from", value: <When at={person.power_begins_at} /> },
        { label: "Position", value: person.position ?? "Not stated" },
        { label: "Staff number", value: person.staff_number ?? "None" },
        isHere(person) && {
          label: "Department",
          value: person.department ? (
            <Link to={`/corporate/groups/${person.department.id}`}>{person.department.name}</Link>
          ) : (
            "None"
          ),
        },
        isHere(person) && {
          label: "Manager",
          value: person.manager ? (
            <Link to={`/corporate/users/${person.manager.id}`}>{person.manager.name}</Link>
          ) : (
            "Nobody"
          ),
        },
        (person.status === "invited" || person.status === "expired") && {
          label: "Their link",
          value:
            person.status === "invited" && person.invited_until ? (
              <>
                works until <When at={person.invited_until} />
              </>
            ) : (
              "has ended; send another one"
            ),
        },
        isHere(person) && {
          label: "E-mail",
          value: (
            <Copyable text={person.email} label="e-mail address">
              <a href={`mailto:${person.email}`}>{person.email}</a>
            </Copyable>
          ),
        },
        person.phone && {
          label: "Phone",
          value: (
            <Copyable text={person.phone} label="phone number">
              <a href={`tel:${person.phone}`}>{displayPhone(person.phone)}</a>
            </Copyable>
          ),
        },
        { label: "Here since", value: day(person.created_at) },
      ]}
    />
  </Panel>
);

const Loans = ({ loans }: { loans: NonNullable<Employee["loans"]> }): ReactNode => (
  <Panel title="Loans" actions={<Link to="/corporate/employee-loan-history">All employees</Link>} flush>
    {loans.length === 0 && <Empty title="No loan yet">What this person borrows against the salary appears here.</Empty>}
    {loans.length > 0 && (
      <PlainTable
        caption="Loans"
        rows={loans}
        columns={[
          { key: "reference", header: "Loan", card: "title" },
          { key: "created_at", header: "Requested", kind: "day" },
          { key: "status", badge: "loan" },
          { key: "principal_kobo", header: "Amount" },
          { key: "outstanding_principal_kobo" },
        ]}
      />
    )}
  </Panel>
);
