import type { Tone } from "@manilla/contract/badges";
import { sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";

type Row = RowOf<typeof calls.ruleSets.listAll>;
const statusWords: Readonly<Record<string, string>> = { waiting: "Awaiting approval" };
const statusTones: Record<Row["status"], Tone> = {
  draft: "neutral",
  waiting: "warning",
  active: "success",
  retired: "neutral",
};
/** A version's status. */
export const RuleSetBadge = ({ status }: { status: Row["status"] }): ReactNode => (
  <ToneBadge tone={statusTones[status]}>{statusWords[status] ?? sentence(status)}</ToneBadge>
);

const shown = columns<Row>([
  column("name", { card: "title", width: 260 }),
  column("number", { header: "Version", width: 90, card: "field" }),
  column("status", { words: statusWords, card: "badge", render: (row) => <RuleSetBadge status={row.status} /> }),
  column("decisions", { kind: "number", card: "field" }),
  column("created_by", { header: "Drafted by" }),
  column("created_at", { header: "Drafted" }),
  column("activated_by"),
  column("activated_at", { header: "Active since", card: "field" }),
]);

/** Every version of the credit rules; a new one begins as a copy of the active one. */
export default function RuleSetsScreen(): ReactNode {
  const mayCreate = useMay(calls.ruleSets.create);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListPage
        call={calls.ruleSets.listAll}
        columns={shown}
        href={(row) => `/admin/rule-sets/${row.id}`}
        lead="One version decides. Another one is drafted, tested on past decisions and activated by two people."
        actions={
          mayCreate && (
            <Button size="sm" onClick={() => setOpen(true)}>
              Draft a version
            </Button>
          )
        }
        empty="There are no rules."
      />
      {isOpen && <NewDraft onClose={() => setOpen(false)} />}
    </>
  );
}

function NewDraft({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.ruleSets.create, {
    initial: { name: "", note: "" },
    isGuarded: false,
    onDone: ({ id }) => navigate(`/admin/rule-sets/${id}`),
  });
  return (
    <Dialog opened onClose={onClose} title="Draft a version">
      <Form form={form}>
        <TextField name="name" label="Name" hint="What is different about it" maxLength={100} />
        <TextAreaField name="note" label="Note" />
        <SubmitButton>Draft from the active version</SubmitButton>
      </Form>
    </Dialog>
  );
}
