import { effectWords } from "@manilla/contract/companies/policy-rules";
import { day, naira, plainMoney } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Work, WorkBar } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ReceiptsOfExpense } from "../../../shared/expenses/receipts-panel.tsx";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { accountTypeOf, useSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";

const { find, noReceipt, snooze, update } = calls.expenses;
const { approve, flag, remove } = update.choices;
type Expense = Answer<typeof find>;

const TONES = { warn: "info", ask: "warning", refuse: "danger" } as const;
const SAYS: Record<Expense["status"], string> = {
  recorded: "Nobody has decided about it.",
  flagged: "It is flagged.",
  approved: "It is approved.",
  deleted: "It is deleted.",
};
const work: Work<Expense> = {
  acts: () => [approve, flag, remove, noReceipt, snooze],
  beside: ["flag", "no_receipt", "snooze"],
  next: ({ status }) => ({ says: SAYS[status], acts: ["approve"] }),
};

/** One expense: what the policies say of it, and what looks the same. */
export default function ExpenseScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ merchant, amount_kobo }) => `${naira(amount_kobo)} at ${merchant}`}
      actions={(expense) => expense && <StatusBadge kind="expense" status={expense.status} />}
    >
      {(expense) => <Details expense={expense} />}
    </RecordPage>
  );
}

const foreignWords = ({ currency, foreign_amount, exchange_rate, rated_on }: Expense): string =>
  `${currency} ${plainMoney(foreign_amount ?? 0)} at ${exchange_rate}, ${rated_on ? day(rated_on) : ""}`;

const receiptOf = ({ has_receipt, wants_receipt, no_receipt_reason }: Expense): string =>
  has_receipt
    ? "There"
    : no_receipt_reason !== null
      ? `There is none: ${no_receipt_reason}`
      : wants_receipt
        ? "Missing"
        : "Not needed";

function Receipts({ expense: { id, person, receipt_snoozed_until } }: { expense: Expense }): ReactNode {
  const me = useSession().user.id;
  const none = receipt_snoozed_until ? `None yet. The reminder comes on ${day(receipt_snoozed_until)}.` : "None yet.";
  return <ReceiptsOfExpense id={id} isOwn={person.id === me} none={none} />;
}

const Details = ({ expense }: { expense: Expense }): ReactNode => (
  <>
    {Object.keys(expense.abilities).length > 0 && expense.status !== "deleted" && (
      <WorkBar of={expense} work={work} label="this expense" />
    )}
    {expense.same.length > 0 && (
      <Notice tone="warning">
        The same person has the same amount at the same place on that day:{" "}
        {expense.same.map(({ id, status, created_at }) => (
          <span key={id}>
            <Link to={`/${accountTypeOf(location.pathname) ?? "corporate"}/expenses/${id}`}>the other one</Link>,{" "}
            {status}, <When at={created_at} />{" "}
          </span>
        ))}
      </Notice>
    )}
    <Panel title="Expense">
      <Facts
        items={[
          { label: "By", value: expense.person.name },
          { label: "Amount", value: naira(expense.amount_kobo) },
          { label: "Spent", value: day(expense.spent_on) },
          {
            label: "Category",
            value: expense.category ? `${expense.ledger_code ?? ""} ${expense.category}`.trim() : "None yet",
          },
          { label: "Department", value: expense.department ?? "None" },
          expense.currency !== null && { label: "In its currency", value: foreignWords(expense) },
          ...expense.splits.map(({ category, department, amount_kobo }, at) => ({
            label: `Part ${at + 1}`,
            value: `${naira(amount_kobo)}: ${[category, department].filter(Boolean).join(", ") || "no category"}`,
          })),
          { label: "Receipt", value: receiptOf(expense) },
        ]}
      />
    </Panel>
    <Receipts expense={expense} />
    <Panel title="What the policies say">
      {expense.findings.length === 0 ? (
        <p className="muted">Nothing: it is within the policies of who spent it.</p>
      ) : (
        <ul className="list">
          {expense.findings.map(({ rule, effect, says }) => (
            <li key={`${rule}-${says}`}>
              <strong>{rule}</strong> <ToneBadge tone={TONES[effect]}>{effectWords[effect]}</ToneBadge>
              <div className="small muted">{says}</div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
    <Panel title="What happened">
      <History entries={expense.history} empty="Nobody has decided about it." />
    </Panel>
  </>
);
