import { naira } from "@manilla/contract/formats";
import { walletMovements } from "@manilla/contract/companies/wallet-movements";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { useMayCompany } from "../../../shared/companies/company-link.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { useBooked } from "../../../shared/figures/booked.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { WalletLimits } from "../../../shared/payments/wallet-limits.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Copyable, Facts, Panel } from "../../../shared/ui/kit.tsx";
import { CardBack, CardDialog } from "./card-pay-in.tsx";
import { AssignDialog, LimitsDialog, RecordDialog } from "./wallet-dialogs.tsx";

type Found = Answer<typeof calls.wallets.find>;
type Movement = RowOf<typeof calls.wallets.movements>;

const shown = columns<Movement>([
  column("happened_at", { header: "When", kind: "date", card: "field", width: 150 }),
  column("kind", {
    header: "What",
    words: walletMovements,
    render: ({ kind }) => walletMovements[kind],
    card: "title",
    width: 190,
  }),
  column("person", { header: "Employee", kind: "text", card: "field", width: 150 }),
  column("amount_kobo", { card: "field", width: 130 }),
  column("balance_kobo", { header: "Balance after", width: 130 }),
  column("by", { header: "By", kind: "text", width: 140 }),
  column("note", { width: 140 }),
  column("reference", { width: 150, isHidden: true }),
]);

/** A company's wallet: what it has, where it is paid in, its limits, and what moved. */
export function WalletView({ id, isOurs }: { id: string; isOurs: boolean }): ReactNode {
  const answer = useRecord(calls.wallets.find, { params: { id } });
  const mayReverse = useMay(calls.repayments.reverseReceipt);
  const booked = useBooked();
  const actions = ({ receipt_id, reference, amount_kobo }: Movement): RowAction[] => {
    if (receipt_id === null) return [];
    const address = booked("receipt", receipt_id);
    return [
      ...(address ? [{ label: "What was booked", to: address }] : []),
      ...(mayReverse
        ? [
            {
              label: "Reverse…",
              call: calls.repayments.reverseReceipt,
              input: { params: { id: receipt_id } },
              done: "Requested. A second person decides; nothing has been reversed yet.",
              confirm: {
                title: "Ask to reverse this receipt?",
                facts: [
                  { label: "Receipt", value: reference },
                  { label: "Amount", kobo: amount_kobo },
                ],
                body: "A second person has to agree. It can be reversed only as long as the wallet still has the money.",
                reason: "required" as const,
                paper: "What shows that it was wrong: the bank's notice, the payer's letter",
                yes: "Ask to reverse",
                style: "danger" as const,
              },
            },
          ]
        : []),
    ];
  };
  return (
    <ListPage
      call={calls.wallets.movements}
      params={{ id }}
      columns={shown}
      {...(!isOurs && { title: answer.data ? `Wallet of ${answer.data.company.name}` : "Company wallet" })}
      lead={
        isOurs
          ? "Your company's money with us: paid in by transfer or card, given to your people, and taken back."
          : undefined
      }
      actions={<WalletActions id={id} found={answer.data} isOurs={isOurs} />}
      above={
        <>
          {isOurs && <CardBack />}
          <Answered of={answer} height={150}>
            {(found) => <Above found={found} isOurs={isOurs} />}
          </Answered>
        </>
      }
      rowActions={actions}
      empty="Nothing has moved yet. What is paid in, given to employees and taken back is listed here."
    />
  );
}

function WalletActions({ id, found, isOurs }: { id: string; found: Found | undefined; isOurs: boolean }): ReactNode {
  const [open, setOpen] = useState<"assign" | "card" | "limits" | "record">();
  const mayFund = useMay(calls.wallets.fundDebit);
  const mayCard = useMay(calls.wallets.payByCard);
  const mayLimit = useMay(calls.wallets.setLimits);
  const mayState = useMay(calls.walletStatements.months);
  const mayCompany = useMayCompany();
  const close = () => setOpen(undefined);
  if (!found) return null;
  return (
    <>
      {!isOurs && mayCompany && <Link to={`/admin/companies/${id}`}>Open the company</Link>}
      {mayState && <Link to={isOurs ? "/corporate/statement" : `/admin/statement?company=${id}`}>Statements</Link>}
      {mayLimit && (
        <Button size="sm" variant="default" onClick={() => setOpen("limits")}>
          Limits…
        </Button>
      )}
      {isOurs && mayCard && (
        <Button size="sm" variant="default" onClick={() => setOpen("card")}>
          Pay in by card…
        </Button>
      )}
      {mayFund && (
        <Button size="sm" onClick={() => setOpen(isOurs ? "assign" : "record")}>
          {isOurs ? "Assign money…" : "Record money received…"}
        </Button>
      )}
      {open === "card" && <CardDialog onClose={close} />}
      {open === "assign" && <AssignDialog available_kobo={found.debit.available_kobo} onClose={close} />}
      {open === "limits" && <LimitsDialog found={found} isOurs={isOurs} onClose={close} />}
      {open === "record" && <RecordDialog company={found.company} onClose={close} />}
    </>
  );
}

function Above({ found: { company, debit }, isOurs }: { found: Found; isOurs: boolean }): ReactNode {
  const limit = [debit.provider_daily_limit_kobo, debit.daily_limit_kobo].filter((each) => each !== null);
  return (
    <div className="beside">
      <div>
        <Figures
          items={[
            {
              label: "Available",
              value: naira(debit.available_kobo),
              note: debit.held_kobo > 0 ? `${naira(debit.held_kobo)} more is set aside` : undefined,
              ...(debit.low_balance_kobo !== null &&
                debit.available_kobo < debit.low_balance_kobo && { tone: "warning" as const }),
            },
            {
              label: "In purses of employees",
              value: naira(debit.assigned_kobo),
              ...(isOurs && { href: "/corporate/wallet/purses" }),
            },
            {
              label: "May still leave today",
              value: debit.left_today_kobo === null ? "No limit" : naira(debit.left_today_kobo),
              note: limit.length > 0 ? `of ${naira(Math.min(...limit))} a day; resets at midnight` : undefined,
            },
          ]}
        />
        <WalletLimits id={company.id} isOurs={isOurs} />
      </div>
      <Panel title="Pay in">
        <Account debit={debit} isOurs={isOurs} />
      </Panel>
    </div>
  );
}

function Account({ debit: { account }, isOurs }: { debit: Found["debit"]; isOurs: boolean }): ReactNode {
  const mayAsk = useMay(calls.wallets.fundDebit);
  if (account)
    return (
      <>
        <Facts
          items={[
            {
              label: account.bank_name,
              value: (
                <Copyable text={account.account_no} label="account number">
                  {account.account_no}
                </Copyable>
              ),
            },
            { label: "In the name of", value: account.account_name },
          ]}
        />
        <p className="small muted">
          {isOurs ? "A transfer to this number is in the wallet within minutes." : "The company's own number."}
        </p>
      </>
    );
  if (!isOurs) return <p className="muted">The company has not asked for its account number yet.</p>;
  if (!mayAsk) return <p className="muted">Somebody who funds the wallet asks for its account number first.</p>;
  return (
    <>
      <p>The wallet gets an account number of its own, at a bank. What is transferred to it is in the wallet.</p>
      <ActionButton
        call={calls.wallets.fundDebit}
        body={{}}
        confirm={{
          title: "Get an account number?",
          body: "The bank opens it in your company's name. It costs nothing, and is the same from then on.",
          yes: "Get it",
        }}
        done="This is your company's account number."
      >
        Get the account number
      </ActionButton>
    </>
  );
}
