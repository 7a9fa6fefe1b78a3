import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm, type Values } from "../../../shared/form/use-call-form.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { MessageFields } from "../../../shared/messages/message-fields.tsx";
import { categoryNames, channelNames, textRules } from "../../../shared/messages/message-words.tsx";
import styles from "../../../shared/messages/messages.module.css";
import { Preview } from "../../../shared/messages/preview.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { LinkButton } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Row = RowOf<typeof calls.communications.listTemplates>;

/** R028: texts that are written once and sent often. */
export default function TemplatesScreen(): ReactNode {
  const mayChange = useMay(calls.communications.createTemplate);
  const [open, setOpen] = useState<Row | "new">();
  const create = mayChange ? (
    <Button size="sm" onClick={() => setOpen("new")}>
      New template
    </Button>
  ) : undefined;
  const shown = columns<Row>([
    column("name", {
      card: "title",
      width: 240,
      render: (row) => (mayChange ? <LinkButton onClick={() => setOpen(row)}>{row.name}</LinkButton> : row.name),
    }),
    column("channel", { header: "By", words: channelNames, card: "field" }),
    column("category", { words: categoryNames, card: "field" }),
    column("subject", { width: 160 }),
    column("body", {
      header: "Text",
      width: 350,
      card: "field",
      render: (row) => (row.body.length > 80 ? `${row.body.slice(0, 80)}…` : row.body),
    }),
    column("created_by", { header: "Written by" }),
    column("updated_at"),
  ]);
  return (
    <>
      <ListPage
        call={calls.communications.listTemplates}
        columns={shown}
        rowActions={(row) => [
          ...(mayChange ? [{ label: "Change…", run: () => setOpen(row) }] : []),
          {
            label: "Delete…",
            call: calls.communications.removeTemplate,
            input: { params: { id: row.id } },
            confirm: {
              title: `Delete ${row.name}?`,
              body: "Messages sent with it stay in the log.",
              yes: "Delete",
              style: "danger",
            },
            done: "Deleted.",
          },
        ]}
        lead="Texts that are written once and sent often. Variables are filled with each person's own values."
        actions={create}
        empty="There is no template yet."
        emptyAction={create}
      />
      {open && (
        <Dialog opened onClose={() => setOpen(undefined)} title={open === "new" ? "New template" : open.name} size="lg">
          <TemplateForm row={open === "new" ? undefined : open} onClose={() => setOpen(undefined)} />
        </Dialog>
      )}
    </>
  );
}

function TemplateForm({ row, onClose }: { row: Row | undefined; onClose: () => void }): ReactNode {
  const [channel, setChannel] = useState<unknown>(row?.channel ?? "mail");
  const shared = {
    rules: { name: "required|min:3|max:100", ...textRules(channel) },
    isGuarded: false,
    onDone: () => (toast(row ? "Changed." : "Created."), onClose()),
  };
  const initial: Values = {
    name: row?.name ?? "",
    channel: row?.channel ?? "mail",
    category: row?.category ?? "service",
    subject: row?.subject ?? "",
    body: row?.body ?? "",
  };
  const creating = useCallForm(calls.communications.createTemplate, { ...shared, initial });
  const changing = useCallForm(calls.communications.updateTemplate, {
    ...shared,
    initial: { ...initial, version: row?.version ?? 0 },
    params: { id: row?.id ?? "" },
  });
  const form = row ? changing : creating;
  if (form.values["channel"] !== channel) setChannel(form.values["channel"]);
  return (
    <>
      <Form form={form}>
        <TextField name="name" label="Name" maxLength={100} />
        <MessageFields />
        <SubmitButton>{row ? "Save" : "Create"}</SubmitButton>
      </Form>
      <div className={styles.below}>
        <Preview values={form.values} segment={{ queue: "all" }} />
      </div>
    </>
  );
}
