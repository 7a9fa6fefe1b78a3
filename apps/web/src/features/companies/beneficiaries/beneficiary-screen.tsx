import { date } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { AccountFields } from "./account-fields.tsx";
import { VERDICTS } from "./verdicts.ts";

const { find, update, remove } = calls.beneficiaries;
type Beneficiary = Answer<typeof find>;

/** Somebody whom the company pays, with everything that was changed. */
export default function BeneficiaryScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ name }) => name}
      actions={(beneficiary) => beneficiary && <Acts beneficiary={beneficiary} />}
    >
      {(beneficiary) => <Details beneficiary={beneficiary} />}
    </RecordPage>
  );
}

function Acts({ beneficiary }: { beneficiary: Beneficiary }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { status, is_changing } = beneficiary;
  const mayChange = useMay(update) && !is_changing && (status === "active" || status === "refused");
  return (
    <>
      {mayChange && <Button onClick={() => setOpen(true)}>{status === "refused" ? "Ask again…" : "Change…"}</Button>}
      {status === "active" && <Actions of={beneficiary} calls={[remove]} isWhole />}
      {isOpen && <ChangeDialog beneficiary={beneficiary} onClose={() => setOpen(false)} />}
    </>
  );
}

function Details({ beneficiary }: { beneficiary: Beneficiary }): ReactNode {
  const { approval_id, cooling_until, employee, history } = beneficiary;
  const verdict = VERDICTS[beneficiary.name_verdict];
  return (
    <>
      {approval_id && (
        <Notice tone="warning">
          {beneficiary.status === "pending" ? "It" : "A change of it"} waits for the chain of your company:{" "}
          <Link to={`/corporate/approvals/${approval_id}`}>see whose turn it is</Link>.
        </Notice>
      )}
      {cooling_until && (
        <Notice tone="info">This account is new: it is paid only little until {date(cooling_until)}.</Notice>
      )}
      <Panel title="Account" actions={<StatusBadge kind="beneficiary" status={beneficiary.status} />}>
        <Facts
          items={[
            { label: "Bank", value: beneficiary.bank_name },
            { label: "Account number", value: beneficiary.account_no },
            {
              label: "The bank's name for it",
              value: (
                <>
                  {beneficiary.account_name} <ToneBadge tone={verdict.tone}>{verdict.words}</ToneBadge>
                </>
              ),
            },
            { label: "E-mail", value: beneficiary.email ?? "None" },
            beneficiary.is_own && { label: "Whose", value: "The company’s own: what is sent there is no spend" },
            employee && {
              label: "One of your people",
              value: <Link to={`/corporate/users/${employee.id}`}>{employee.name}</Link>,
            },
            { label: "Asked for", value: <When at={beneficiary.created_at} /> },
          ]}
        />
      </Panel>
      <Panel title="History">
        <History entries={history} />
      </Panel>
    </>
  );
}

function ChangeDialog({ beneficiary, onClose }: { beneficiary: Beneficiary; onClose: () => void }): ReactNode {
  const { id, name, bank_code, email, version, employee, is_own } = beneficiary;
  const form = useCallForm(update, {
    initial: {
      name,
      bank_code,
      account_no: "",
      email: email ?? "",
      is_own,
      employee_id: employee?.id ?? "",
      name_confirmed: false,
      version,
    },
    params: { id },
    isGuarded: false,
    onDone: () => (toast("Asked. What is there holds until the chain has agreed."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Change ${name}`}>
      <Form form={form}>
        <AccountFields keeps={beneficiary.account_no} />
        <SubmitButton onCancel={onClose}>Ask for it</SubmitButton>
      </Form>
    </Dialog>
  );
}
