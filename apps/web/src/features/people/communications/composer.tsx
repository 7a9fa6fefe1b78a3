import type { QueueName } from "@manilla/contract/people/queues";
import { NativeSelect } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { DateField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { type CallForm, Form, useCallForm, type Values } from "../../../shared/form/use-call-form.tsx";
import { MessageFields } from "../../../shared/messages/message-fields.tsx";
import { type Category, type Channel, textRules } from "../../../shared/messages/message-words.tsx";
import { Preview } from "../../../shared/messages/preview.tsx";
import styles from "../../../shared/messages/messages.module.css";
import { useMay } from "../../../shared/session/session.ts";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { SegmentPanel, segmentOf } from "./segment.tsx";

const MAX_TEMPLATES = 100;
const text = (values: Values, field: string): string => (typeof values[field] === "string" ? values[field].trim() : "");
/** A day and a time in Lagos, which has no summer time. */
const momentOf = (values: Values): string | undefined =>
  text(values, "scheduled_on")
    ? `${text(values, "scheduled_on")}T${text(values, "scheduled_time") || "09:00"}:00+01:00`
    : undefined;

/** A message to a segment: its texts or a template, who gets it, when; a second person agrees before many are written to (C197). */
export function Composer({
  initial,
  queue,
}: {
  initial: { name: string; channel: Channel | ""; category: Category | ""; subject: string; body: string };
  queue: QueueName;
}): ReactNode {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const segment = segmentOf(search, queue);
  const [channel, setChannel] = useState<unknown>(initial.channel);
  const form = useCallForm(calls.communications.create, {
    initial: { ...initial, template_id: "", scheduled_on: "", scheduled_time: "" } as Values,
    rules: { name: "required|min:3|max:100", ...textRules(channel) },
    toBody: (values) => ({
      name: text(values, "name"),
      channel: text(values, "channel") as Channel,
      category: text(values, "category") as Category,
      body: text(values, "body"),
      segment,
      ...(text(values, "subject") && values["channel"] !== "sms" && { subject: text(values, "subject") }),
      ...(text(values, "template_id") && { template_id: text(values, "template_id") }),
      ...(momentOf(values) && { scheduled_at: momentOf(values) }),
    }),
    onDone: async ({ communication, approval_id }) => {
      toast(approval_id ? "Requested. It goes out once a second person agrees." : "On its way.");
      await navigate(`/admin/communications/${communication.id}`);
    },
  });
  if (form.values["channel"] !== channel) setChannel(form.values["channel"]);
  return (
    <div className={styles.columns}>
      <Form form={form}>
        <Panel title="Message">
          <div className="stack-12">
            <Templates form={form} />
            <TextField name="name" label="Name" hint="Only colleagues see it." maxLength={100} />
            <MessageFields />
          </div>
        </Panel>
        <Panel title="When">
          <FieldRow>
            <DateField name="scheduled_on" label="Day" hint="Now, unless you choose one" />
            <TextField name="scheduled_time" label="Time" hint="In Lagos, as 09:00" maxLength={5} />
          </FieldRow>
          <p className="small muted" style={{ marginTop: 8 }}>
            In the quiet hours nothing goes out; it waits for the morning.
          </p>
        </Panel>
        <Notice tone="info">
          One person is written to at once. A second person has to agree before several are, before many are one by one,
          and where the text leads to another site than our own.
        </Notice>
        <SubmitButton>{text(form.values, "scheduled_on") ? "Schedule" : "Send"}</SubmitButton>
      </Form>
      <aside className={styles.side} aria-label="Before you send">
        <SegmentPanel segment={segment} values={form.values} />
        <Preview values={form.values} segment={segment} />
      </aside>
    </div>
  );
}

/** Fills the texts from a template; they can be changed afterwards. */
function Templates({ form }: { form: CallForm }): ReactNode {
  const isAllowed = useMay(calls.communications.listTemplates);
  const { data } = useCall(
    calls.communications.listTemplates,
    { query: { limit: MAX_TEMPLATES, sortColumn: "name", sortOrder: "asc" } },
    { enabled: isAllowed },
  );
  if (!data || data.items.length === 0) return null;
  const choose = (id: string): void => {
    const template = data.items.find((item) => item.id === id);
    form.setMany(
      template
        ? {
            template_id: id,
            channel: template.channel,
            category: template.category,
            subject: template.subject ?? "",
            body: template.body,
            ...(form.values["name"] ? {} : { name: template.name }),
          }
        : { template_id: "" },
    );
  };
  return (
    <NativeSelect
      label="Template"
      value={String(form.values["template_id"] ?? "")}
      data={[
        { value: "", label: "None: write it here" },
        ...data.items.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
