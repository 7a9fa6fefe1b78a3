import { day, naira, ordinal } from "@manilla/contract/formats";
import { billProviders } from "@manilla/contract/payments/bill-kinds";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { maySend, useMaybeSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { TermsPanel } from "./terms-panel.tsx";

const { bankLines, providers, switchProvider, topUp } = calls.billDesk;
type Provider = Answer<typeof providers>["providers"][number];
interface DialogProps {
  provider: Provider;
  onClose: () => void;
}

/** Who sells bills for us: floats beside the books, how they do today, and switching one off. */
export default function ProvidersScreen(): ReactNode {
  const answer = useRecord(providers, {});
  return (
    <Page width="text" lead={<Link to="/admin/bill-claims">What providers owe us</Link>}>
      <Answered of={answer} height={400}>
        {({ providers: all }) => all.map((provider) => <One key={provider.provider} provider={provider} />)}
      </Answered>
      <TermsPanel />
    </Page>
  );
}

function One({ provider }: { provider: Provider }): ReactNode {
  const [dialog, setDialog] = useState<"switch" | "top_up">();
  const mayAct = maySend(useMaybeSession(), switchProvider);
  const close = () => setDialog(undefined);
  const { balance_kobo, books_kobo, difference_kobo, in_flight_kobo } = provider;
  return (
    <Panel title={billProviders[provider.provider]}>
      <div className="stack">
        {!provider.is_configured && <Notice tone="warning">Without its key it sells nothing.</Notice>}
        {!provider.is_on && <Notice tone="danger">Switched off. {provider.notice}</Notice>}
        {provider.is_low && <Notice tone="warning">Its float is low.</Notice>}
        <Figures
          items={[
            { label: "Float it reports", value: balance_kobo === null ? "Not asked yet" : naira(balance_kobo) },
            { label: "Float, in the books", value: naira(books_kobo) },
            { label: "Delivered in a day", value: String(provider.delivered_today) },
            { label: "Failed in a day", value: String(provider.failed_today) },
            {
              label: "Unknown now",
              value: String(provider.unknown_now),
              href: `/admin/bills-transactions?f.status=unknown&f.provider=${provider.provider}`,
            },
          ]}
        />
        <Facts
          items={[
            { label: "Order", value: ordinal(provider.priority) },
            difference_kobo !== null &&
              difference_kobo !== 0 && {
                label: "Difference",
                value: `${naira(difference_kobo)}; ${naira(in_flight_kobo)} is in bills without an answer`,
              },
            { label: "Sells", value: `${provider.items} items` },
            provider.balance_at !== null && { label: "Float read", value: <When at={provider.balance_at} /> },
          ]}
        />
        {mayAct && (
          <p className="buttons">
            <Button variant="default" onClick={() => setDialog("top_up")}>
              Record a top-up…
            </Button>
            <Button variant="default" onClick={() => setDialog("switch")}>
              Switch…
            </Button>
          </p>
        )}
      </div>
      {dialog === "switch" && <SwitchDialog provider={provider} onClose={close} />}
      {dialog === "top_up" && <TopUpDialog provider={provider} onClose={close} />}
    </Panel>
  );
}

function SwitchDialog({ provider, onClose }: DialogProps): ReactNode {
  const form = useCallForm(switchProvider, {
    initial: {
      is_on: provider.is_on ? "on" : "off",
      priority: String(provider.priority),
      notice: provider.notice ?? "",
      reason: "",
    },
    params: { provider: provider.provider },
    isGuarded: false,
    toBody: ({ is_on, priority, notice, reason }) => ({
      is_on: is_on === "on",
      priority: Number(priority),
      reason,
      ...(notice && { notice }),
    }),
    onDone: () => (toast("Done."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={billProviders[provider.provider]}>
      <Form form={form}>
        <SelectField
          name="is_on"
          label="It sells"
          choices={[
            { value: "on", label: "Switched on" },
            { value: "off", label: "Switched off" },
          ]}
        />
        <TextField name="priority" label="Asked as number" inputMode="numeric" />
        {form.values.is_on === "off" && (
          <TextField name="notice" label="Notice" hint="People read it where nobody else sells the same" />
        )}
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}

function TopUpDialog({ provider, onClose }: DialogProps): ReactNode {
  const answer = useRecord(bankLines, {});
  return (
    <Dialog opened onClose={onClose} title={`Float at ${billProviders[provider.provider]}`}>
      <Answered of={answer} height={160}>
        {({ lines }) =>
          lines.length === 0 ? (
            <Notice>
              No money left the bank that is not explained. <Link to="/admin/reconciliation">Reconciliation</Link>
            </Notice>
          ) : (
            <TopUpForm provider={provider} lines={lines} onClose={onClose} />
          )
        }
      </Answered>
    </Dialog>
  );
}

interface TopUpProps extends DialogProps {
  lines: Answer<typeof bankLines>["lines"];
}
function TopUpForm({ provider, lines, onClose }: TopUpProps): ReactNode {
  const form = useCallForm(topUp, {
    initial: { item_id: lines[0]?.item_id ?? "", reason: "" },
    params: { provider: provider.provider },
    isGuarded: false,
    onDone: () => (toast("Requested. A second person decides; nothing has changed yet."), onClose()),
  });
  return (
    <Form form={form}>
      <SelectField
        name="item_id"
        label="The bank’s line"
        choices={lines.map(({ item_id, amount_kobo, booked_on, reference, narration }) => ({
          value: item_id,
          label: `${naira(amount_kobo)}, ${day(booked_on)}, ${narration || reference}`,
        }))}
      />
      <TextAreaField name="reason" label="Reason" hint="The second person reads it" rows={2} />
      <SubmitButton onCancel={onClose}>Ask to record it</SubmitButton>
    </Form>
  );
}
