import { effectWords } from "@manilla/contract/companies/policy-rules";
import { day, naira, plainMoney } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type Work, WorkBar } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ReceiptsOfExpense } from "../../../shared/expenses/receipts-panel.tsx";
import { History } from "../../../shared/record/history.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { useCategories } from "../../../shared/expenses/use-categories.ts";
import { accountTypeOf, useMay, useSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";

const { categorise, find, noReceipt, snooze, spendOwn, update } = calls.expenses;
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
  acts: () => [approve, flag, remove, noReceipt, spendOwn, snooze],
  beside: ["flag", "no_receipt", "spend_own", "snooze"],
  next: ({ status }) => ({ says: SAYS[status], acts: ["approve"] }),
};

/** One expense: what the policies say of it, and what looks the same. */
export default function ExpenseScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ merchant, amount_kobo }) => `${naira(amount_kobo)} at ${merchant}`}
      actions={(expense) =>
        expense && (
          <>
            {!expense.is_exported && expense.status !== "deleted" && <Categorise expense={expense} />}
            <StatusBadge kind="expense" status={expense.status} />
          </>
        )
      }
    >
      {(expense) => <Details expense={expense} />}
    </RecordPage>
  );
}

/** Into a category, for those who keep the books. */
function Categorise({ expense: { id, version, category } }: { expense: Expense }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (!useMay(categorise)) return null;
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {category ? "Change the category…" : "Give it a category…"}
      </Button>
      {isOpen && <CategoryDialog id={id} version={version} onClose={() => setOpen(false)} />}
    </>
  );
}

function CategoryDialog({ id, version, onClose }: { id: string; version: number; onClose: () => void }): ReactNode {
  const categories = useCategories();
  const form = useCallForm(categorise, {
    initial: { category_id: "", version },
    params: { id },
    isGuarded: false,
    onDone: () => (toast("Changed."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Category of this expense">
      <Form form={form}>
        <SelectField
          name="category_id"
          label="Category"
          choices={categories.map(({ id: value, name }) => ({ value, label: name }))}
        />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
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

const PAID_BY = {
  transfer: { says: "The transfer", at: "transfers" },
  bill: { says: "The bill", at: "bills" },
  card_payment: { says: "The card payment", at: "cards/transaction" },
} as const;

/** What moved its money, and the request that allowed it. */
function waysOf({ paid_by, request_id, money_reference }: Expense) {
  const type = accountTypeOf(location.pathname) ?? "corporate";
  return [
    paid_by !== null && {
      label: "Paid by",
      value: <Link to={`/${type}/${PAID_BY[paid_by.kind].at}/${paid_by.id}`}>{PAID_BY[paid_by.kind].says}</Link>,
    },
    money_reference !== null && { label: "Reference", value: money_reference },
    request_id !== null && {
      label: "Request",
      value: <Link to={`/${type}/expenses/requests/${request_id}`}>what was asked for</Link>,
    },
  ];
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
          expense.returned_kobo > 0 && { label: "Came back", value: naira(expense.returned_kobo) },
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
          ...waysOf(expense),
        ]}
      />
    </Panel>
    <Receipts expense={expense} />
    <Panel title="What the policies say">
      {expense.findings.length === 0 ? (
        <p className="muted">Nothing: it is within the policies of who spent it.</p>
      ) : (
        <ul className="list stack-8">
          {expense.findings.map(({ rule, effect, says }) => (
            <li key={`${rule}-${says}`}>
              <strong>{rule}</strong> <ToneBadge tone={TONES[effect]}>{effectWords[effect]}</ToneBadge>
              <div className="small muted">{says.charAt(0).toUpperCase() + says.slice(1)}</div>
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
