import { roleName } from "@manilla/contract/role-names";
import type { ReactNode } from "react";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useSession } from "../../../shared/session/session.ts";

const { listAll, create } = calls.expensePolicies;

const shown = columns<RowOf<typeof listAll>>([
  column("name", { header: "Policy", card: "title", width: 240 }),
  column("status", { header: "State", badge: "expense_policy", card: "badge", width: 110 }),
  column("roles", {
    header: "For",
    card: "field",
    width: 300,
    render: ({ roles }) =>
      roles.length > 0 ? roles.map(roleName).join(", ") : <span className="muted">Nobody yet</span>,
  }),
  column("rule_count", { header: "Rules", card: "field", width: 80 }),
  column("number", { header: "Version", width: 90 }),
  column("changed_by", { width: 160 }),
  column("changed_at", { card: "field", width: 120 }),
]);

/** R055: rules about what people spend. */
export default function PoliciesScreen(): ReactNode {
  const { user } = useSession();
  return (
    <ListPage
      call={listAll}
      params={{ id: user.company_id ?? "" }}
      columns={shown}
      views={[
        { name: "Active", address: "f.status=active", first: true, empty: "There is no policy" },
        { name: "Deleted", address: "f.status=deleted", empty: "No policy was deleted" },
      ]}
      href={({ id }) => `/corporate/expenses/policies/${id}`}
      lead="Rules that warn, ask somebody or refuse, for the people of the roles to which they are attached."
      actions={
        <Way to="/corporate/expenses/policies/new" call={create}>
          New policy
        </Way>
      }
      empty="There is no policy yet: anything may be spent."
    />
  );
}
