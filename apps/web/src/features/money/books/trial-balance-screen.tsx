import { day, money } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { DayInput } from "../../../shared/list/date-range.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import styles from "../../../shared/books/books.module.css";
import { VerifyButton } from "./verify.tsx";

type TrialBalance = Answer<typeof calls.books.trialBalance>;
type Row = TrialBalance["rows"][number];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const types = [
  ["asset", "Assets"],
  ["liability", "Liabilities"],
  ["equity", "Equity"],
  ["income", "Income"],
  ["expense", "Expenses"],
  ["memorandum", "Memorandum: promised, outside the totals"],
] as const;

/** All balances by line of the chart, now or at the end of a day: debits equal credits, or the screen says so in red. */
export default function TrialBalanceScreen(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("as_at") ?? "";
  const answer = useRecord(
    calls.books.trialBalance,
    { query: DAY.test(asked) ? { as_at: asked } : {} },
    { keep: true },
  );
  const { data } = answer;
  return (
    <Page
      lead={
        data
          ? data.as_at
            ? `At the end of ${day(data.as_at)}.`
            : `Now, in the business day ${day(data.business_date)}.`
          : undefined
      }
      actions={
        <div className={styles.controls}>
          <DayInput
            label="As at"
            value={DAY.test(asked) ? asked : undefined}
            onChange={(value) => setSearch(value ? { as_at: value } : {})}
          />
          {asked && (
            <Button variant="default" size="sm" onClick={() => setSearch({})}>
              Now
            </Button>
          )}
          <VerifyButton />
        </div>
      }
    >
      <Answered of={answer} height={320} className="stack">
        {(data) => (
          <>
            <Proof data={data} />
            {data.rows.length === 0 ? <Empty title="Nothing was booked until then" /> : <Lines data={data} />}
          </>
        )}
      </Answered>
    </Page>
  );
}

const inCurrency = (kobo: number, currency: string): string => money(kobo, currency === "USD" ? "USD" : "NGN");

/** The proof: debits, credits, and what is between them, which must be nothing. */
const Proof = ({ data }: { data: TrialBalance }): ReactNode => (
  <>
    {data.totals.map(({ currency, debit_kobo, credit_kobo }) => (
      <div key={currency} className={styles.proof} role="status">
        <ToneBadge tone={debit_kobo === credit_kobo ? "success" : "danger"}>
          {debit_kobo === credit_kobo ? "In balance" : "Out of balance"}
        </ToneBadge>
        <span>
          Debits <strong>{inCurrency(debit_kobo, currency)}</strong>
        </span>
        <span>
          Credits <strong>{inCurrency(credit_kobo, currency)}</strong>
        </span>
        <span>
          Difference <strong>{inCurrency(debit_kobo - credit_kobo, currency)}</strong>
        </span>
        <Link to="/admin/books/accounts">All accounts</Link>
      </div>
    ))}
  </>
);

function Lines({ data }: { data: TrialBalance }): ReactNode {
  const sum = (rows: readonly Row[], side: "debit_kobo" | "credit_kobo"): string =>
    inCurrency(
      rows.reduce((total, row) => total + row[side], 0),
      rows[0]?.currency ?? "NGN",
    );
  return types.map(([type, name]) => {
    const rows = data.rows.filter((row) => (row.is_memorandum ? "memorandum" : row.type) === type);
    if (rows.length === 0) return null;
    return (
      <Panel key={type} title={name} flush>
        <PlainTable
          caption={name}
          rows={rows}
          keyOf={(row) => `${row.chart_code}-${row.currency}`}
          columns={[
            {
              key: "_line_of_the_chart",
              render: (row) => <Link to={`/admin/books/accounts?f.chart_code=${row.chart_code}`}>{row.name}</Link>,
              total: type === "memorandum" ? "Total" : `Total ${name.toLowerCase()}`,
              card: "title",
            },
            { key: "accounts", kind: "number", width: 120 },
            {
              key: "_debit",
              width: 200,
              render: (row) => (row.debit_kobo === 0 ? "" : inCurrency(row.debit_kobo, row.currency)),
              total: sum(rows, "debit_kobo"),
              align: "right",
            },
            {
              key: "_credit",
              width: 200,
              render: (row) => (row.credit_kobo === 0 ? "" : inCurrency(row.credit_kobo, row.currency)),
              total: sum(rows, "credit_kobo"),
              align: "right",
            },
          ]}
        />
      </Panel>
    );
  });
}
