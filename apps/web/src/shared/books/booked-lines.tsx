import type { ReactNode } from "react";
import { PlainTable } from "../figures/figures.tsx";
import { Panel } from "../ui/kit.tsx";

interface Line {
  id: string;
  description: string;
  account: string;
  amount_kobo: number;
  booked_at: string;
}

/** The postings of one payment, line by line, where the page shows them itself. */
export const BookedLines = ({ lines }: { lines: readonly Line[] }): ReactNode => (
  <Panel title="What was booked" flush>
    <PlainTable
      caption="What was booked"
      rows={lines}
      columns={[
        { key: "account", header: "Account", card: "title" },
        { key: "amount_kobo", header: "Debit, credit (−)", card: "field" },
        { key: "description", header: "For" },
        { key: "booked_at", header: "When" },
      ]}
    />
  </Panel>
);
