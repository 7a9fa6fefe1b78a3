import { naira, sentence } from "@manilla/contract/formats";
import { cashLimits } from "@manilla/contract/people/wallet-kinds";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { DateField, MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { WaitingChanges, fromColumn, setByColumns, stateColumn } from "../../../shared/record/dated.tsx";

type Configuration = Answer<typeof calls.cashLimits.configuration>;
type Tier = Configuration["tiers"][number];
const shown = (kobo: number | null): string => (kobo === null ? "No limit" : naira(kobo));

/** R025: what may move in cash wallets on each tier: now, before, and from a day on. */
export default function CashConfigurationScreen(): ReactNode {
  const answer = useRecord(calls.cashLimits.configuration, {});
  const mayChange = useMay(calls.cashLimits.change);
  const [changed, setChanged] = useState(false);
  return (
    <Page
      lead="What may move in cash wallets on each tier. Limits change from a day on; a second person agrees."
      actions={
        mayChange &&
        answer.data && (
          <Button size="sm" onClick={() => setChanged(true)}>
            Change limits…
          </Button>
        )
      }
    >
      <Answered of={answer} height={320}>
        {(found) => (
          <>
            <WaitingChanges of={found.waiting} />
            <Tiers of={found} />
            <Panel title="Without a second look" actions={<Link to="/admin/configuration">Configuration</Link>}>
              <Facts
                items={[
                  { label: "Sent in a day without approval", value: naira(found.transfer_approval_kobo), figure: true },
                  { label: "A limit that one colleague gives", value: naira(found.limit_by_one_kobo), figure: true },
                ]}
              />
            </Panel>
            {changed && <ChangeDialog of={found} onClose={() => setChanged(false)} />}
          </>
        )}
      </Answered>
    </Page>
  );
}

const Tiers = ({ of: { tiers, today } }: { of: Configuration }): ReactNode => (
  <Panel title="Limits of the tiers" flush>
    <PlainTable
      caption="Limits of the tiers"
      rows={tiers.map((tier) => ({ ...tier, id: `${tier.plan} ${tier.valid_from}` }))}
      columns={[
        { key: "_plan", header: "Tier", card: "title", render: ({ plan }) => sentence(plan) },
        stateColumn(today),
        fromColumn,
        {
          key: "_out",
          header: cashLimits.daily_outflow,
          render: ({ daily_outflow_kobo }) => shown(daily_outflow_kobo),
        },
        {
          key: "_once",
          header: cashLimits.single_outflow,
          render: ({ single_outflow_kobo }) => shown(single_outflow_kobo),
        },
        {
          key: "_month",
          header: cashLimits.monthly_outflow,
          render: ({ monthly_outflow_kobo }) => shown(monthly_outflow_kobo),
        },
        {
          key: "_in",
          header: cashLimits.single_deposit,
          render: ({ single_deposit_kobo }) => shown(single_deposit_kobo),
        },
        { key: "_holds", header: cashLimits.balance, render: ({ balance_kobo }) => shown(balance_kobo) },
        { key: "_count", header: "Transfers in a day", render: ({ daily_transfers }) => daily_transfers ?? "No limit" },
        ...setByColumns,
      ]}
    />
  </Panel>
);

function ChangeDialog({ of: { tiers }, onClose }: { of: Configuration; onClose: () => void }): ReactNode {
  const [first] = tiers;
  const now = (plan: string): Tier | undefined => tiers.find((tier) => tier.plan === plan && tier.is_now);
  const limitsOf = (plan: string) => ({
    daily_outflow_kobo: now(plan)?.daily_outflow_kobo ?? null,
    single_outflow_kobo: now(plan)?.single_outflow_kobo ?? null,
    monthly_outflow_kobo: now(plan)?.monthly_outflow_kobo ?? null,
    single_deposit_kobo: now(plan)?.single_deposit_kobo ?? null,
    balance_kobo: now(plan)?.balance_kobo ?? null,
    daily_transfers: String(now(plan)?.daily_transfers ?? ""),
  });
  const plan = first?.plan ?? "tier_1";
  const form = useCallForm(calls.cashLimits.change, {
    initial: { plan, valid_from: "", ...limitsOf(plan), reason: "" },
    isGuarded: false,
    toBody: ({ daily_transfers, ...rest }) => ({
      ...rest,
      daily_transfers: daily_transfers === "" ? null : Number(daily_transfers),
    }),
    onDone: () => (toast("Requested. A second person decides; nothing has changed yet."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Change the limits of a tier">
      <Form form={form}>
        <SelectField
          name="plan"
          label="Tier"
          choices={[...new Set(tiers.map((tier) => tier.plan))].map((value) => ({ value, label: sentence(value) }))}
        />
        <DateField name="valid_from" label="From" />
        <MoneyField name="daily_outflow_kobo" label={cashLimits.daily_outflow} hint="Empty: no limit" />
        <MoneyField name="single_outflow_kobo" label={cashLimits.single_outflow} hint="Empty: no limit" />
        <MoneyField name="monthly_outflow_kobo" label={cashLimits.monthly_outflow} hint="Empty: no limit" />
        <MoneyField name="single_deposit_kobo" label={cashLimits.single_deposit} hint="Empty: no limit" />
        <MoneyField name="balance_kobo" label={cashLimits.balance} hint="Empty: no limit" />
        <TextField name="daily_transfers" label="Transfers in a day" inputMode="numeric" hint="Empty: no limit" />
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>Ask for these limits</SubmitButton>
      </Form>
    </Dialog>
  );
}
