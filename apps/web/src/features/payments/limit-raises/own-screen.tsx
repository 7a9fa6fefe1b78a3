import { type WalletLimit, walletLimits } from "@manilla/contract/payments/limit-raise-kinds";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { FileField } from "../../../shared/form/file-field.tsx";
import { DateField, MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { LimitFacts } from "../../../shared/payments/wallet-limits.tsx";
import { Senders } from "./senders.tsx";
import { Toned } from "../../../shared/people/toned.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Found = Answer<typeof calls.limitRaises.ofWallet>;

/** What we allow to leave the company's wallet, what is left of it, and asking for more. */
export default function OwnLimitsScreen(): ReactNode {
  const { user } = useSession();
  const answer = useRecord(calls.limitRaises.ofWallet, { params: { id: user.company_id ?? "" } });
  return (
    <Page
      width="form"
      lead="What we allow to leave the company's wallet. Your own limit of a day is set on the wallet."
      actions={<Link to="/corporate/wallet">The wallet</Link>}
    >
      <Answered of={answer} height={260}>
        {(found) => <Limits found={found} />}
      </Answered>
      <Senders />
    </Page>
  );
}

function Limits({ found: { limits, raises } }: { found: Found }): ReactNode {
  const limited = limits.filter(({ limit_kobo }) => limit_kobo !== null).map(({ kind }) => kind);
  return (
    <>
      <Panel title="Limits">
        <LimitFacts limits={limits} />
      </Panel>
      {limited.length > 0 ? (
        <Ask limited={limited} />
      ) : (
        <Notice>We have set no limit: there is nothing to ask more of.</Notice>
      )}
      {raises.length > 0 && (
        <Panel title="Requests of your company" flush>
          <PlainTable
            caption="Requests of your company"
            rows={raises}
            columns={[
              { key: "_kind", header: "Limit", card: "title", render: ({ kind }) => walletLimits[kind] },
              { key: "requested_kobo", header: "Asked for", card: "field" },
              { key: "_state", header: "State", card: "badge", render: ({ status }) => <Toned status={status} /> },
              { key: "granted_kobo", header: "Given", card: "field" },
              { key: "valid_until", header: "Until", kind: "day", card: "field" },
              { key: "decision_reason", header: "Why", kind: "text", canWrap: true },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function Ask({ limited }: { limited: readonly WalletLimit[] }): ReactNode {
  const form = useCallForm(calls.limitRaises.ask, {
    initial: {
      kind: limited[0] as WalletLimit,
      requested_kobo: null as number | null,
      purpose: "",
      valid_until: "",
      document: null as File | null,
    },
    isGuarded: "draft",
    toBody: ({ kind, requested_kobo, purpose, valid_until }) => ({
      kind,
      requested_kobo: String(requested_kobo ?? 0),
      purpose,
      ...(valid_until !== "" && { valid_until }),
    }),
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
          choices={limited.map((value) => ({ value, label: walletLimits[value] }))}
        />
        <MoneyField name="requested_kobo" label="At most" />
        <TextAreaField name="purpose" label="What for" rows={3} />
        <DateField name="valid_until" label="Until" hint="Empty: without an end" />
        <FileField name="document" label="A paper that shows why, if you have one" of={calls.limitRaises.ask} />
        <SubmitButton>Ask for it</SubmitButton>
      </Form>
    </Panel>
  );
}
