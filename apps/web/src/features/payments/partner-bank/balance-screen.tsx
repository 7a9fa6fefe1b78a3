import { day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

type Balance = Answer<typeof calls.partnerBank.balance>;

/** C131: what the bank says, what our books say, and what explains the difference. */
export default function BalanceScreen(): ReactNode {
  const answer = useRecord(calls.partnerBank.balance, {});
  return (
    <Page
      width="text"
      lead="What the partner bank says that our account holds, beside our books."
      actions={<Link to="/admin/reconciliation">Reconciliation</Link>}
    >
      <Answered of={answer} height={260}>
        {(found) => <Comparison of={found} />}
      </Answered>
    </Page>
  );
}

function Comparison({ of }: { of: Balance }): ReactNode {
  const { bank, books_kobo, difference_kobo, explained, statement_on, held_kobo } = of;
  const mayList = useMay(calls.partnerBank.incomingList);
  return (
    <>
      {!bank && <Notice tone="warning">The bank does not say its balance at the moment.</Notice>}
      <Panel title="Balance now">
        <Facts
          items={[
            bank && { label: `The bank, ${bank.name} ${bank.account}`, value: naira(bank.balance_kobo), figure: true },
            { label: "Our books", value: naira(books_kobo), figure: true },
            difference_kobo !== null && { label: "Apart by", value: naira(difference_kobo), figure: true },
            statement_on !== null && { label: "Last statement", value: day(statement_on) },
          ]}
        />
      </Panel>
      {explained.length > 0 && (
        <Panel title="What explains it" flush>
          <PlainTable
            caption="What explains the difference"
            rows={explained}
            keyOf={({ words }) => words}
            columns={[
              { key: "words", header: "What", card: "title", canWrap: true },
              { key: "count", header: "Rows" },
              { key: "amount_kobo" },
            ]}
          />
        </Panel>
      )}
      {bank && <Verdict of={of} />}
      <Panel title="In the account, and not to be spent">
        <Facts
          items={[
            {
              label: "Held for wallets",
              value: mayList ? (
                <Link to="/admin/wema-transactions/incoming?f.status=held">{naira(held_kobo)}</Link>
              ) : (
                naira(held_kobo)
              ),
              figure: true,
            },
            { label: "Nobody’s", value: naira(of.unidentified_kobo), figure: true },
          ]}
        />
      </Panel>
    </>
  );
}

/** What is explained, and up to when: what moved since the last statement is explained by none. */
function Verdict({ of: { statement_on, unexplained_kobo, since_kobo } }: { of: Balance }): ReactNode {
  if (statement_on === null || unexplained_kobo === null || since_kobo === null)
    return <Notice tone="warning">No statement was taken yet: nothing explains the difference.</Notice>;
  const upTo = `up to the statement of ${day(statement_on)}`;
  const since =
    since_kobo === 0
      ? "Since then the bank and our books have moved by the same."
      : `Since then they have moved apart by ${naira(since_kobo)}, until the next statement says why.`;
  if (unexplained_kobo !== 0)
    return (
      <Notice tone="danger">
        Not explained {upTo}: {naira(unexplained_kobo)}. {since}
      </Notice>
    );
  return (
    <Notice tone={since_kobo === 0 ? "success" : "warning"}>
      Explained {upTo}. {since}
    </Notice>
  );
}
