import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { LimitDialog } from "../../../shared/people/limit-dialog.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { maySend, useMaybeSession } from "../../../shared/session/session.ts";

type Row = RowOf<typeof calls.limits.listRequests>;

const shown = columns<Row>([
  column("last_name", { card: "title" }),
  column("status", {
    card: "badge",
    render: (row) =>
      row.is_waiting ? <Toned status="waiting" label="Awaiting approval" /> : <Toned status={row.status} />,
  }),
  column("requested_kobo", {
    header: "Requested limit",
    card: "field",
    opens: (row) => `/admin/users/${row.user_id}?tab=limits`,
  }),
  column("credit_limit_kobo", { header: "Limit now", card: "field" }),
  column("salary_kobo", { card: "field" }),
  column("running_loans", { header: "Running" }),
  column("settled_loans", { header: "Settled" }),
  column("purpose", { header: "What for", width: 200 }),
  column("granted_kobo", { isHidden: true }),
  column("decision_reason", { header: "Reason", width: 240, isHidden: true }),
  column("decided_by", { isHidden: true }),
  column("created_at", { header: "Requested", card: "field" }),
]);

const { approveApplication, declineApplication, increaseLimit, markAsReviewed, reject } = calls.limits;
const actsOnRequest = rowActionsOf([markAsReviewed, reject]);
const actsOnApplication = rowActionsOf([declineApplication]);

/** R080 and the first applications (C100): what people ask for, and the answer. */
export default function LimitRequestsScreen(): ReactNode {
  const isApplications = useLocation().pathname.endsWith("/credit-applications");
  const session = useMaybeSession();
  const [asked, setAsked] = useState<Row>();
  const call = isApplications ? calls.limits.listApplications : calls.limits.listRequests;
  const actionsOf = (row: Row): readonly RowAction[] => {
    const isOpen = row.status === "pending" && !row.is_waiting;
    const mayGrant = maySend(session, isApplications ? approveApplication : increaseLimit);
    return [
      { label: "Open the case", to: `/admin/users/${row.user_id}?tab=limits` },
      ...(isOpen && mayGrant
        ? [{ label: isApplications ? "Approve…" : "Raise the limit…", run: () => setAsked(row) }]
        : []),
      ...(isApplications ? actsOnApplication(row) : actsOnRequest(row)),
    ];
  };
  return (
    <>
      <ListPage
        key={call.path}
        call={call}
        columns={shown}
        href={(row) => `/admin/users/${row.user_id}?tab=limits`}
        rowActions={actionsOf}
        lead={
          isApplications
            ? "People who ask for their first limit. A second person approves it."
            : "Customers who ask for a higher limit. A second person approves it."
        }
        empty={isApplications ? "No credit applications yet." : "No requests for a higher limit."}
      />
      {asked && (
        <LimitDialog
          kind={isApplications ? "application" : "increase"}
          id={isApplications ? asked.id : asked.user_id}
          name={fullName(asked)}
          now={asked.credit_limit_kobo === null ? null : Number(asked.credit_limit_kobo)}
          asked={Number(asked.requested_kobo)}
          salary={asked.salary_kobo === null ? null : Number(asked.salary_kobo)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
