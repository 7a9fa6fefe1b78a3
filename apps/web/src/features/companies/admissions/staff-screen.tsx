import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useMay } from "../../../shared/session/session.ts";

const shown = columns<RowOf<typeof calls.team.staff>>([
  column("last_name", { card: "title", width: 200 }),
  column("status", { badge: "employment", card: "badge", width: 110 }),
  column("roles", { card: "field", width: 200 }),
  column("position", { width: 160 }),
  column("email", { card: "field", width: 240 }),
  column("phone", { width: 150 }),
  column("created_at", { header: "Since" }),
]);

/** R039: the people of one company, as the provider sees them. */
export default function StaffScreen(): ReactNode {
  const { company_id = "" } = useParams();
  const mayInvite = useMay(calls.team.invite);
  const company = useRecord(calls.admissions.find, { params: { id: company_id } });
  return (
    <ListPage
      call={calls.team.staff}
      params={{ companyId: company_id }}
      columns={shown}
      href={({ id }) => `/admin/users/${id}`}
      title={company.data && `People of ${company.data.name}`}
      lead="Everybody who works there, was invited or has left; its administrators are among them."
      actions={
        <>
          {mayInvite && <Link to={`/admin/staff/new?company=${company_id}`}>Register an employee</Link>}
          <Link to={`/admin/companies/${company_id}`}>The company</Link>
        </>
      }
      empty="Nobody of this company has an account yet."
    />
  );
}
