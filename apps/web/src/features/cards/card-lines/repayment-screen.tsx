import { automaticWords } from "@manilla/contract/cards/card-payment-words";
import { cardEnding, day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { SetUpDialog } from "./setup-dialog.tsx";

type Repayment = Answer<typeof calls.cardLines.ofCompany>;

/** C241: what a company's credit cards have drawn of its line, what is due, and how it is paid. */
export default function CardRepaymentScreen(): ReactNode {
  const { user } = useSession();
  const answer = useRecord(calls.cardLines.ofCompany, { params: { companyId: user.company_id ?? "" } });
  const [isOpen, setOpen] = useState(false);
  const mayChoose = useMay(calls.cardLines.setUp);
  const line = answer.data?.line;
  return (
    <Page
      lead="Drawings of your credit cards on the company's line, and how they are paid."
      actions={
        <>
          <Link to="/corporate/wallet/credit/statements">Statements</Link>
          {line && mayChoose && (
            <Button size="sm" onClick={() => setOpen(true)}>
              How it is paid…
            </Button>
          )}
        </>
      }
    >
      <Answered of={answer} height={240}>
        {(found) => (found.line ? <Details found={found} line={found.line} /> : <NoLine />)}
      </Answered>
      {isOpen && line && (
        <SetUpDialog automatic={line.automatic} transfer_kobo={line.transfer_kobo} onClose={() => setOpen(false)} />
      )}
    </Page>
  );
}

const NoLine = (): ReactNode => (
  <Empty title="Your company has no line">
    <Link to="/corporate/wallet/credit">Apply for one</Link>
  </Empty>
);

const Details = ({ found, line }: { found: Repayment; line: NonNullable<Repayment["line"]> }): ReactNode => (
  <>
    <Figures
      items={[
        { label: "Owed on the line", value: naira(line.owed_kobo), note: `${naira(line.available_kobo)} is left` },
        line.statement && {
          label: "Due now",
          value: naira(line.statement.left_kobo),
          note: line.statement.left_kobo > 0 ? `until ${day(line.statement.due_on)}` : "Nothing is due",
          ...(line.statement.status === "overdue" && { tone: "warning" as const }),
        },
        {
          label: "Taken on the due day",
          value: automaticWords[line.automatic],
          note: line.transfer_kobo > 0 ? `The next transfer pays ${naira(line.transfer_kobo)}` : "From the wallet",
        },
      ]}
    />
    <Panel title="By card, since the last statement" flush>
      <PlainTable
        caption="What each card has drawn"
        rows={found.cards}
        empty="The company has no credit card"
        columns={[
          {
            key: "_card",
            header: "Card",
            card: "title",
            render: ({ id, last4 }) => <Link to={`/corporate/cards/${id}`}>{cardEnding(last4)}</Link>,
          },
          { key: "person", header: "Holder" },
          { key: "drawn_kobo", header: "Drawn" },
        ]}
      />
    </Panel>
  </>
);
