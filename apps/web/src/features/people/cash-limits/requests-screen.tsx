import { naira } from "@manilla/contract/formats";
import { type CashLimit, cashLimits } from "@manilla/contract/people/wallet-kinds";
import { type ReactNode, useState } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { DateField, MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { maySend, useMaybeSession } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { listRequests, addLimit, decline } = calls.cashLimits;
type Row = RowOf<typeof listRequests>;

const shown = columns<Row>([
  column("last_name", { card: "title", width: 170 }),
  column("status", {
    card: "badge",
    width: 140,
    render: ({ status, is_waiting }) =>
      is_waiting ? <Toned status="waiting" label="Awaiting approval" /> : <Toned status={status} />,
  }),
  column("kind", { header: "Limit", card: "field", width: 120, render: ({ kind }) => cashLimits[kind] }),
  column("requested_kobo", { header: "Asked for", card: "field", width: 130 }),
  column("limit_before_kobo", { header: "Then", width: 130 }),
  column("granted_kobo", { header: "Given", width: 130 }),
  column("purpose", { header: "What for", width: 176 }),
  column("decision_reason", { header: "Reason", width: 200, isHidden: true }),
  column("decided_by", { isHidden: true, width: 140 }),
  column("created_at", { header: "Asked", card: "field", width: 130 }),
]);
const actsOn = rowActionsOf([decline]);

/** R137: people who ask for more room in their cash wallet, and the answer. */
export default function CashLimitRequestsScreen(): ReactNode {
  const session = useMaybeSession();
  const [asked, setAsked] = useState<Row>();
  const actionsOf = (row: Row): readonly RowAction[] => [
    ...(row.status === "pending" && !row.is_waiting && maySend(session, addLimit)
      ? [{ label: "Give a limit…", run: () => setAsked(row) }]
      : []),
    ...actsOn(row),
    ...(row.document_id ? [{ label: "Open the paper", to: `/admin/documents/${row.document_id}` }] : []),
    { label: "Open the case", to: `/admin/users/${row.user_id}` },
  ];
  return (
    <>
      <ListPage
        call={listRequests}
        columns={shown}
        href={({ user_id }) => `/admin/users/${user_id}`}
        rowActions={actionsOf}
        views={[
          { name: "To decide", address: "f.status=pending", empty: "No request waits" },
          { name: "Given", address: "f.status=approved", empty: "No limit was given" },
          { name: "Declined", address: "f.status=declined", empty: "No request was declined" },
        ]}
        lead="People who ask for more room in their cash wallet than their tier gives. A high limit takes a second person."
        empty="Nobody has requested a higher cash limit."
      />
      {asked && <GiveDialog row={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** C180. */
function GiveDialog({ row, onClose }: { row: Row; onClose: () => void }): ReactNode {
  const form = useCallForm(addLimit, {
    initial: {
      kind: row.kind as CashLimit,
      limit_kobo: Number(row.requested_kobo) as number | null,
      valid_until: "",
      reason: "",
    },
    params: { id: row.user_id },
    isGuarded: false,
    toBody: ({ valid_until, limit_kobo, ...body }) => ({
      ...body,
      limit_kobo: limit_kobo ?? 0,
      valid_until: valid_until === "" ? null : valid_until,
    }),
    onDone: ({ approval_id }) => {
      toast(approval_id ? "Requested. The limit holds once a second person agrees." : "The limit holds from now on.");
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`A higher limit for ${fullName(row)}`}>
      <Form form={form}>
        <Facts
          items={[
            { label: "Asked for", value: naira(Number(row.requested_kobo)), figure: true },
            { label: "What for", value: row.purpose ?? "" },
          ]}
        />
        <SelectField
          name="kind"
          label="Limit"
          choices={Object.entries(cashLimits).map(([value, label]) => ({ value, label }))}
        />
        <MoneyField name="limit_kobo" label="At most" autoFocus />
        <DateField name="valid_until" label="Until" hint="Empty: without an end" />
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>Give this limit</SubmitButton>
      </Form>
    </Dialog>
  );
}
