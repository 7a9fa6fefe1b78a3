import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";

const { download, listAll } = calls.expenseJournals;

const shown = columns<RowOf<typeof listAll>>([
  column("number", { header: "Journal", card: "title", width: 100 }),
  column("from_on", { header: "From", card: "field", width: 120 }),
  column("until_on", { header: "Until", card: "field", width: 120 }),
  column("expense_count", { header: "Expenses", width: 110 }),
  column("total_kobo", { header: "Debits and credits", card: "field", width: 160 }),
  column("by", { header: "Made by", kind: "text", width: 160 }),
  column("created_at", { header: "Made", width: 120 }),
  column("id", {
    header: "File",
    kind: "text",
    card: "field",
    width: 130,
    render: ({ id, number }) => (
      <FileButton call={download} input={{ params: { id } }} name={`expenses-journal-${number}.csv`}>
        Download
      </FileButton>
    ),
  }),
]);

/** Journals that were made; each can be downloaded again, as it was. */
export default function JournalsScreen(): ReactNode {
  return (
    <ListPage
      call={listAll}
      columns={shown}
      lead="Journals exported to your own books. Each stays as it was made."
      empty="No journal was made yet."
    />
  );
}
