import { longMonth } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

/** The statements of the company's line; of the company in the address for the provider's staff. */
export default function StatementsScreen(): ReactNode {
  const { user } = useSession();
  const mayChoose = useMay(calls.wallets.listAll);
  const { pathname } = useLocation();
  const isOurs = pathname.startsWith("/corporate/");
  const [search] = useSearchParams();
  const id = (isOurs ? user.company_id : search.get("company")) ?? "";
  if (!id)
    return (
      <Page>
        <Empty title="Choose a company first">{mayChoose && <Link to="/admin/wallet">Company wallets</Link>}</Empty>
      </Page>
    );
  return <Statements id={id} isOurs={isOurs} here={pathname} />;
}

function Statements({ id, isOurs, here }: { id: string; isOurs: boolean; here: string }): ReactNode {
  const answer = useRecord(calls.lineStatements.listAll, { params: { id } });
  return (
    <Page
      {...(!isOurs && answer.data && { title: `Credit statements of ${answer.data.company.name}` })}
      lead="Drawings, charges and payments of each month, and the minimum due."
      actions={isOurs && <Link to="/corporate/wallet/credit">The line</Link>}
    >
      <Answered of={answer} height={240}>
        {({ statements }) =>
          statements.length === 0 ? (
            <Empty title="No statement yet">
              The first comes on the last day of a month in which the line was used.
            </Empty>
          ) : (
            <Panel title="Months" flush>
              <PlainTable
                caption="Statements by month"
                rows={statements}
                columns={[
                  {
                    key: "_month",
                    header: "Month",
                    card: "title",
                    render: (each) => <Link to={`${here}/${each.id}`}>{longMonth(each.month)}</Link>,
                  },
                  { key: "full_kobo", header: "Owed" },
                  { key: "minimum_kobo", header: "Minimum" },
                  { key: "due_on", header: "Due on", kind: "day" },
                  { key: "paid_kobo", header: "Paid since" },
                  {
                    key: "_status",
                    header: "State",
                    render: ({ status }) => <StatusBadge kind="line_statement" status={status} />,
                  },
                ]}
              />
            </Panel>
          )
        }
      </Answered>
    </Page>
  );
}
