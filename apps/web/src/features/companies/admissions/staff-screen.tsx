import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";

const shown = columns<RowOf<typeof calls.admissions.staff>>([
  column("last_name", { card: "title", width: 200 }),
  column("roles", { card: "field", width: 240 }),
  column("position", { width: 180 }),
  column("email", { card: "field", width: 240 }),
  column("phone", { width: 150 }),
  column("created_at", { header: "Since" }),
]);

/** R039: the people of one company, as the provider sees them. */
export default function StaffScreen(): ReactNode {
  const { company_id = "" } = useParams();
  const company = useRecord(calls.admissions.find, { params: { id: company_id } });
  return (
    <ListPage
      call={calls.admissions.staff}
      params={{ companyId: company_id }}
      columns={shown}
      href={({ id }) => `/admin/users/${id}`}
      title={company.data && `People of ${company.data.name}`}
      lead="Everybody with an account who works there, its administrators among them."
      actions={<Link to={`/admin/companies/${company_id}`}>The company</Link>}
      empty="Nobody of this company has an account yet."
    />
  );
}
