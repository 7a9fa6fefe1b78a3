import { longMonth } from "@manilla/contract/formats";
import { statementFormats } from "@manilla/contract/statement-formats";
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { RangeStatement } from "../../../shared/statements/range-statement.tsx";

type Month = Answer<typeof calls.walletStatements.months>["months"][number];

/** R029: the statements of the company's wallet by month; of the company in the address for the provider's staff. */
export default function StatementScreen(): ReactNode {
  const { user } = useSession();
  const mayChoose = useMay(calls.wallets.listAll);
  const isOurs = useLocation().pathname.startsWith("/corporate/");
  const [search] = useSearchParams();
  const id = (isOurs ? user.company_id : search.get("company")) ?? "";
  if (!id)
    return (
      <Page>
        <Empty title="Choose a company first">{mayChoose && <Link to="/admin/wallet">Company wallets</Link>}</Empty>
      </Page>
    );
  return <Statements id={id} isOurs={isOurs} />;
}

function Statements({ id, isOurs }: { id: string; isOurs: boolean }): ReactNode {
  const answer = useRecord(calls.walletStatements.months, { params: { id } });
  return (
    <Page
      {...(!isOurs && answer.data && { title: `Statements of ${answer.data.company.name}` })}
      lead="Money into and out of the wallet, month by month or between any two days."
      actions={!isOurs && <Link to={`/admin/wallet/${id}`}>The wallet</Link>}
    >
      <Answered of={answer} height={240}>
        {({ months }) =>
          months.length === 0 ? (
            <Empty title="Nothing has moved in the wallet yet" />
          ) : (
            <>
              <Panel title="Months" flush>
                <Months id={id} months={months} />
              </Panel>
              <RangeStatement company_id={id} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}

const Months = ({ id, months }: { id: string; months: readonly Month[] }): ReactNode => (
  <PlainTable
    caption="Statements by month"
    rows={months}
    keyOf={({ month }) => month}
    columns={[
      {
        key: "_month",
        header: "Month",
        card: "title",
        render: ({ month, is_running }) => (
          <>
            {longMonth(month)} {is_running && <ToneBadge tone="info">Running</ToneBadge>}
          </>
        ),
      },
      { key: "opening_kobo", header: "Opening" },
      { key: "in_kobo", header: "Came in" },
      { key: "out_kobo", header: "Went out" },
      { key: "closing_kobo", header: "Closing" },
      { key: "movements", kind: "number" },
      {
        key: "_files",
        header: "Take it along",
        render: ({ month }) => (
          <span className="buttons">
            {statementFormats.map((format) => (
              <FileButton
                key={format}
                call={calls.walletStatements.download}
                input={{ params: { id }, query: { month, format } }}
                name={`wallet-statement-${month}.${format}`}
              >
                {format.toUpperCase()}
              </FileButton>
            ))}
          </span>
        ),
      },
    ]}
  />
);
