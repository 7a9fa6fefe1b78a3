import { naira } from "@manilla/contract/formats";
import { walletLimits } from "@manilla/contract/payments/limit-raise-kinds";
import { type ReactNode, useState } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { addressOf } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { DateField, MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { Toned } from "../../../shared/people/toned.tsx";
import { maySend, useMaybeSession } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { listAll, grant, decline, paper } = calls.limitRaises;
type Row = RowOf<typeof listAll>;
const paperOf = ({ id }: Row): string => addressOf(paper, { params: { id } });

const shown = columns<Row>([
  column("company", { header: "Company", kind: "text", card: "title", width: 200 }),
  column("status", {
    card: "badge",
    width: 140,
    render: ({ status, is_waiting }) =>
      is_waiting ? <Toned status="waiting" label="Awaiting approval" /> : <Toned status={status} />,
  }),
  column("kind", { header: "Limit", card: "field", width: 130, render: ({ kind }) => walletLimits[kind] }),
  column("requested_kobo", { header: "Asked for", card: "field", width: 130 }),
  column("limit_before_kobo", { header: "Before", width: 130 }),
  column("granted_kobo", { header: "Given", width: 130 }),
  column("valid_until", { header: "Until", kind: "day", width: 120 }),
  column("created_at", { header: "Requested", card: "field", width: 120 }),
  column("purpose", { header: "What for", width: 180, isHidden: true }),
  column("person", { header: "Requester", kind: "text", width: 150, isHidden: true }),
  column("decision_reason", { header: "Reason", width: 200, isHidden: true }),
  column("decided_by", { isHidden: true, width: 140 }),
]);
const actsOn = rowActionsOf([decline]);

/** Companies that ask for more room in their wallet, and the answer. */
export default function LimitRaisesScreen(): ReactNode {
  const session = useMaybeSession();
  const [asked, setAsked] = useState<Row>();
  const mayWallet = maySend(session, calls.wallets.find);
  const actionsOf = (row: Row): readonly RowAction[] => [
    ...(row.abilities.grant === null && maySend(session, grant)
      ? [{ label: "Give a limit…", run: () => setAsked(row) }]
      : []),
    ...actsOn(row),
    ...(row.has_paper
      ? [{ label: "Open the paper", run: () => void window.open(paperOf(row), "_blank", "noopener") }]
      : []),
    ...(mayWallet ? [{ label: "Open the wallet", to: `/admin/wallet/${row.company_id}` }] : []),
  ];
  return (
    <>
      <ListPage
        call={listAll}
        columns={shown}
        {...(mayWallet && { href: ({ company_id }) => `/admin/wallet/${company_id}` })}
        rowActions={actionsOf}
        views={[
          { name: "To decide", address: "f.status=pending", empty: "No request waits" },
          { name: "Holding now", address: "f.status=granted", empty: "No raise holds" },
          { name: "Over", address: "f.status=declined,ended", empty: "No request is over" },
        ]}
        lead="Companies that ask for more room in their wallet. A high limit takes a second person; it ends by itself."
        empty="No company has requested a higher limit."
      />
      {asked && <GrantDialog row={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function GrantDialog({ row, onClose }: { row: Row; onClose: () => void }): ReactNode {
  const form = useCallForm(grant, {
    initial: { limit_kobo: row.requested_kobo as number | null, valid_until: row.valid_until ?? "", reason: "" },
    params: { id: row.id },
    isGuarded: false,
    toBody: ({ limit_kobo, valid_until, reason }) => ({
      limit_kobo: limit_kobo ?? 0,
      reason,
      ...(valid_until !== "" && { valid_until }),
    }),
    onDone: ({ approval_id }) => {
      toast(approval_id ? "Requested. The limit holds once a second person agrees." : "The limit holds from now on.");
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`A higher limit for ${row.company}`}>
      <Form form={form}>
        <Facts
          items={[
            { label: "Limit", value: walletLimits[row.kind] },
            { label: "Asked for", value: naira(row.requested_kobo), figure: true },
            { label: "What for", value: row.purpose ?? "" },
            ...(row.has_paper
              ? [
                  {
                    label: "Their paper",
                    value: (
                      <a href={paperOf(row)} target="_blank" rel="noreferrer">
                        Open it
                      </a>
                    ),
                  },
                ]
              : []),
          ]}
        />
        <MoneyField name="limit_kobo" label="At most" autoFocus />
        <DateField name="valid_until" label="Until" hint="Empty: without an end" />
        <TextAreaField name="reason" label="Reason" hint="The company reads it" rows={2} />
        <SubmitButton onCancel={onClose}>Give this limit</SubmitButton>
      </Form>
    </Dialog>
  );
}
