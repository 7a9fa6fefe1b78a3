import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { accountTypeOf, useMay } from "../../../shared/session/session.ts";

const { endSessions, inviteAgain, invite, letBack, listAll, resetSecondFactor, suspend } = calls.colleagues;
type Row = RowOf<typeof listAll>;
const ours = columns<Row>([
  column("last_name", { card: "title", width: 220 }),
  column("email", { card: "field" }),
  column("roles", { card: "field", width: 240 }),
  column("status", { header: "State", badge: "colleague", card: "badge" }),
  column("has_second_factor", { header: "Second factor" }),
  column("last_seen_at", { header: "Last seen", card: "field" }),
  column("created_at", { header: "Since" }),
]);
const ofCompany = ours.filter(({ key }) => key !== "last_seen_at");
const acts = rowActionsOf([inviteAgain, letBack, endSessions, resetSecondFactor, suspend]);

/** In a company an administrator stays an employee: what ends is the role. */
const endsRole = (row: Row) =>
  "suspend" in row.abilities
    ? [
        {
          label: "End administration…",
          call: suspend,
          input: { params: { id: row.id } },
          disabledBecause: row.abilities["suspend"] ? "Nobody decides about their own access." : undefined,
          confirm: {
            title: `Shall ${row.name} ${row.last_name} no longer administer the company?`,
            body: "They are signed out, and stay an employee. The last administrator of the company remains.",
            reason: "required" as const,
            yes: "End it",
          },
          done: "Ended and signed out.",
        },
      ]
    : [];

/** R047: the provider's staff, or the administrators of one's company. */
export default function AdminsScreen(): ReactNode {
  const type = accountTypeOf(useLocation().pathname) === "admin" ? "admin" : "corporate";
  const mayInvite = useMay(invite);
  const isOurs = type === "admin";
  const hrefOf = isOurs ? colleaguePage : employeePage;
  return (
    <ListPage
      call={listAll}
      columns={isOurs ? ours : ofCompany}
      href={hrefOf}
      rowActions={(row) => [
        { label: isOurs ? "Open the colleague" : "Open the employee", to: hrefOf(row) },
        ...(isOurs ? acts(row) : endsRole(row)),
      ]}
      lead={
        isOurs
          ? "Who works here and what they may do. Access is given by two people and ended by one."
          : "Who administers the company, and as what. They are employees too."
      }
      actions={
        mayInvite && <Link to={`/${type}/admins/new`}>{isOurs ? "Invite a colleague" : "Invite an administrator"}</Link>
      }
      empty={isOurs ? "There is no colleague yet." : "Nobody administers the company yet."}
    />
  );
}

const colleaguePage = ({ id }: Row): string => `/admin/admins/${id}`;
const employeePage = ({ id }: Row): string => `/corporate/users/${id}`;
