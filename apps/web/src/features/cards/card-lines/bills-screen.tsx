import { automaticWords, cardMovementWords } from "@manilla/contract/cards/card-payment-words";
import { cardEnding, day, longMonth, naira, percent } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Empty, Facts, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { SetUpDialog } from "./setup-dialog.tsx";

type Bills = Answer<typeof calls.cardLines.listOwn>;
type Line = Bills["lines"][number];

const nameOf = ({ last4, card_status }: Line): string =>
  `${card_status === "closed" ? "Closed card" : "Card"}${last4 ? ` ${cardEnding(last4)}` : ""}`;
const owedOn = ({ drawn_kobo, interest_kobo, penalty_kobo }: Line): number => drawn_kobo + interest_kobo + penalty_kobo;

/** What is owed on one's own credit cards, the bills, and paying them. */
export default function BillsScreen(): ReactNode {
  const answer = useRecord(calls.cardLines.listOwn, {});
  return (
    <Page
      width="text"
      lead="Amounts owed on your credit cards, and when the minimum is due."
      actions={<Link to="/customer/cards">Your cards</Link>}
    >
      <Answered of={answer} height={320}>
        {({ lines, cash_kobo, bank_card }) =>
          lines.length === 0 ? (
            <Empty title="You have no credit card">
              <Link to="/customer/cards/request">Ask for one</Link>
            </Empty>
          ) : (
            lines.map((line) => <OneLine key={line.id} line={line} cash_kobo={cash_kobo} bank_card={bank_card} />)
          )
        }
      </Answered>
    </Page>
  );
}

function OneLine({ line, cash_kobo, bank_card }: { line: Line } & Pick<Bills, "cash_kobo" | "bank_card">): ReactNode {
  const [asked, setAsked] = useState<"pay" | "set up">();
  const owed = owedOn(line);
  const [last] = line.statements;
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Figures
        items={[
          {
            label: `Owed on ${nameOf(line).toLowerCase()}`,
            value: naira(owed),
            note: `${percent(line.annual_rate_percent)} a year on what is drawn`,
          },
          { label: "May still be spent", value: naira(line.available_kobo), note: `of ${naira(line.limit_kobo)}` },
          last && {
            label: "Due now",
            value: naira(last.left_kobo),
            note: last.left_kobo > 0 ? `until ${day(last.due_on)}` : "Nothing is due",
            ...(last.status === "overdue" && { tone: "warning" as const }),
          },
        ]}
      />
      <Panel
        title={nameOf(line)}
        actions={
          <span className="buttons">
            <Button size="sm" variant="default" onClick={() => setAsked("set up")}>
              How it is paid…
            </Button>
            <Button size="sm" disabled={owed === 0} onClick={() => setAsked("pay")}>
              Pay…
            </Button>
          </span>
        }
      >
        <Facts
          items={[
            { label: "Taken from your wallet on the due day", value: automaticWords[line.automatic] },
            line.debits_bank_card && {
              label: "What the wallet does not have",
              value: bank_card ? `From your bank card ${cardEnding(bank_card)}` : "No bank card is saved any more",
            },
            line.transfer_kobo > 0 && { label: "Your next transfer pays", value: naira(line.transfer_kobo) },
            line.interest_kobo > 0 && { label: "Interest in it", value: naira(line.interest_kobo), figure: true },
            line.penalty_kobo > 0 && { label: "Penalties in it", value: naira(line.penalty_kobo), figure: true },
          ]}
        />
      </Panel>
      {line.movements.length > 0 && (
        <Panel title="This month" flush>
          <PlainTable
            caption="What moved this month"
            rows={line.movements}
            keyOf={({ on, what, balance_kobo }) => `${on} ${what} ${balance_kobo}`}
            columns={[
              { key: "on", header: "Day", kind: "day" },
              {
                key: "_what",
                header: "What",
                card: "title",
                render: ({ what, shop }) =>
                  shop ? `${shop}${what === "repaid" ? " gave back" : ""}` : cardMovementWords[what],
              },
              { key: "amount_kobo", header: "Amount" },
              { key: "balance_kobo", header: "Owed after it" },
            ]}
          />
        </Panel>
      )}
      {line.statements.length > 0 && <Statements line={line} />}
      {asked === "pay" && <PayDialog line={line} cash_kobo={cash_kobo} onClose={close} />}
      {asked === "set up" && (
        <SetUpDialog
          card_id={line.id}
          automatic={line.automatic}
          transfer_kobo={line.transfer_kobo}
          debits_bank_card={line.debits_bank_card}
          bank_card={bank_card}
          onClose={close}
        />
      )}
    </>
  );
}

const Statements = ({ line }: { line: Line }): ReactNode => (
  <Panel title="Bills" flush>
    <PlainTable
      caption="Bills by month"
      rows={line.statements}
      columns={[
        { key: "_month", header: "Month", card: "title", render: ({ month }) => longMonth(month) },
        {
          key: "_status",
          header: "State",
          render: ({ status }) => <StatusBadge kind="line_statement" status={status} />,
        },
        { key: "full_kobo", header: "Owed" },
        { key: "minimum_kobo", header: "Minimum" },
        { key: "due_on", header: "Due on", kind: "day" },
        { key: "paid_kobo", header: "Paid since" },
        {
          key: "_files",
          header: "Paper",
          render: ({ id, month }) => (
            <span className="buttons">
              {(["pdf", "csv"] as const).map((format) => (
                <FileButton
                  key={format}
                  call={calls.cardLines.download}
                  input={{ params: { id }, query: { format } }}
                  name={`card-bill-${month}.${format}`}
                >
                  {format.toUpperCase()}
                </FileButton>
              ))}
            </span>
          ),
        },
      ]}
    />
  </Panel>
);

function PayDialog({ line, cash_kobo, onClose }: { line: Line; cash_kobo: number; onClose: () => void }): ReactNode {
  const due = line.statements[0]?.left_kobo ?? 0;
  const owed = owedOn(line);
  const form = useCallForm(calls.cardLines.pay, {
    initial: { amount_kobo: Math.min(due > 0 ? due : owed, cash_kobo) as number | null },
    params: { id: line.id },
    isGuarded: false,
    onDone: ({ owed_kobo }) => {
      toast(owed_kobo > 0 ? `Paid. ${naira(owed_kobo)} is still owed.` : "Paid. Nothing is owed any more.");
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Pay ${nameOf(line).toLowerCase()}`}>
      <Form form={form}>
        <Facts
          items={[
            { label: "Owed", value: naira(owed), figure: true },
            { label: "Cash wallet", value: naira(cash_kobo), figure: true },
          ]}
        />
        <MoneyField name="amount_kobo" label="Amount" autoFocus />
        <SubmitButton onCancel={onClose}>Pay from the wallet</SubmitButton>
      </Form>
    </Dialog>
  );
}
