import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { partWords, receiptWords } from "../../../shared/expenses/words.ts";
import { JournalDialog } from "./journal-dialog.tsx";

const { create, transactions } = calls.expenseJournals;

const shown = columns<RowOf<typeof transactions>>([
  column("spent_on", { header: "Spent", card: "field", width: 110 }),
  column("merchant", { header: "Where", card: "title", width: 190 }),
  column("person", { header: "By", card: "field", width: 150, render: ({ person }) => person.name }),
  column("category", { header: "Category", card: "field", width: 160 }),
  column("ledger_code", { header: "Ledger code", kind: "code", width: 110 }),
  column("amount_kobo", { card: "field", width: 130, render: partWords }),
  column("is_paid", { header: "Paid", width: 80 }),
  column("is_exported", { header: "In a journal", width: 110 }),
  column("department", { isHidden: true }),
  column("reference", { header: "Payment", isHidden: true }),
  column("has_receipt", { header: "Receipt", isHidden: true, render: receiptWords }),
]);

/** R057: what was spent, as the company's books see it. */
export default function TransactionsScreen(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayMake = useMay(create);
  return (
    <>
      <ListPage
        call={transactions}
        columns={shown}
        views={[
          {
            name: "For the next journal",
            address: "f.is_paid=true&f.is_exported=false",
            empty: "Everything paid is in a journal",
          },
          { name: "Not paid", address: "f.is_paid=false", empty: "Everything is paid" },
        ]}
        href={({ expense_id }) => `/corporate/expenses/${expense_id}`}
        lead="Approved expenses with their ledger codes. A journal takes those that are paid into your own books, each once."
        actions={
          <>
            <Link to="/corporate/expense-journals">Journals</Link>
            {mayMake && <Button onClick={() => setOpen(true)}>Make a journal…</Button>}
          </>
        }
        empty="Nothing was approved yet."
      />
      {isOpen && <JournalDialog onClose={() => setOpen(false)} />}
    </>
  );
}
