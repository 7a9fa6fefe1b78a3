import { naira, sentence } from "@manilla/contract/formats";
import { type CashLimit, cashLimits } from "@manilla/contract/people/wallet-kinds";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { FileField } from "../../../shared/form/file-field.tsx";
import { MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { channelItems } from "../../../shared/payments/wallet-limits.tsx";
import { Toned } from "../../../shared/people/toned.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Snapshot = Answer<typeof calls.personalWallets.snapshot>;
const shown = (kobo: number | null): string => (kobo === null ? "No limit" : naira(kobo));

/** What may move in one's own cash wallet, and asking for more. */
export default function OwnLimitsScreen(): ReactNode {
  const answer = useRecord(calls.personalWallets.snapshot, {});
  return (
    <Page
      width="form"
      lead="What may move in your cash wallet."
      actions={<Link to="/customer/wallets">Your wallets</Link>}
    >
      <Answered of={answer} height={260}>
        {(found) => <Limits of={found} />}
      </Answered>
    </Page>
  );
}

function Limits({ of: { limits, without_approval_kobo, limit_requests } }: { of: Snapshot }): ReactNode {
  const limited = (Object.keys(cashLimits) as CashLimit[]).filter((kind) => limits[`${kind}_kobo`] !== null);
  const { next } = limits;
  return (
    <>
      <Panel title={sentence(limits.plan)}>
        <Facts
          items={[
            ...(Object.keys(cashLimits) as CashLimit[]).map((kind) => ({
              label: `${cashLimits[kind]}, at most`,
              value: shown(limits[`${kind}_kobo`]),
              figure: true,
            })),
            ...channelItems(limits.channels),
          ]}
        />
        <p className="small muted">
          More than {naira(without_approval_kobo)} sent in a day waits until we have looked at it.
        </p>
        {next?.missing && (
          <Notice tone="info">
            {sentence(next.plan)} gives more room. {sentence(next.missing)}{" "}
            <Link to="/customer/settings/profile">Complete your profile</Link>, and you move up automatically.
          </Notice>
        )}
      </Panel>
      {limited.length > 0 && <Ask limited={limited} />}
      {limit_requests.length > 0 && (
        <Panel title="Your requests" flush>
          <PlainTable
            caption="Your requests"
            rows={limit_requests}
            columns={[
              { key: "_kind", header: "Limit", card: "title", render: ({ kind }) => cashLimits[kind] },
              { key: "requested_kobo", header: "Asked for" },
              { key: "_state", header: "State", render: ({ status }) => <Toned status={status} /> },
              { key: "granted_kobo", header: "Given" },
              { key: "_why", header: "Why", render: ({ decision_reason }) => decision_reason ?? "" },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function Ask({ limited }: { limited: readonly CashLimit[] }): ReactNode {
  const form = useCallForm(calls.cashLimits.ask, {
    initial: {
      kind: limited[0] as CashLimit,
      requested_kobo: null as number | null,
      purpose: "",
      document: null as File | null,
    },
    isGuarded: "draft",
    toBody: ({ kind, requested_kobo, purpose }) => ({ kind, requested_kobo: String(requested_kobo ?? 0), purpose }),
    onDone: () => {
      form.discardDraft();
      toast("We have your request. You hear from us.");
    },
  });
  return (
    <Panel title="Ask for more">
      <Form form={form}>
        <SelectField
          name="kind"
          label="Limit"
          choices={limited.map((value) => ({ value, label: cashLimits[value] }))}
        />
        <MoneyField name="requested_kobo" label="At most" />
        <TextAreaField name="purpose" label="What for" rows={3} />
        <FileField name="document" label="A paper that shows why, if you have one" of={calls.cashLimits.ask} />
        <SubmitButton>Ask for it</SubmitButton>
      </Form>
    </Panel>
  );
}
