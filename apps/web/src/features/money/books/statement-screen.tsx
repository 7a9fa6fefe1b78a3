import { date, day, money, naira, sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { type Answer, send } from "../../../shared/api/call.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { DayInput } from "../../../shared/list/date-range.tsx";
import type { DeclaredColumn } from "../../../shared/list/columns.tsx";
import { LongTable } from "../../../shared/list/long-table.tsx";
import { RecordQueue } from "../../../shared/list/record-queue.tsx";
import { withParameter } from "../../../shared/list/url-state.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Copyable, Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "../../../shared/books/books.module.css";

type Statement = Answer<typeof calls.books.statement>;
type Line = Statement["lines"][number];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PAGE = 200;

/** One account: its postings in the order of booking, with the balance after each. */
export default function StatementScreen(): ReactNode {
  const { id = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  const range = { ...(DAY.test(from) && { from }), ...(DAY.test(to) && { to }) };
  const answer = useRecord(calls.books.statement, { params: { id }, query: { ...range, limit: PAGE } }, { keep: true });
  const { data } = answer;
  const set = (name: "from" | "to", value: string | undefined): void =>
    setSearch((now) => withParameter(now, name, value));
  return (
    <Page
      {...(data && { title: data.account.name })}
      lead={
        data ? (
          <>
            {sentence(data.account.type)}, {data.account.currency} <RecordQueue />
          </>
        ) : (
          <RecordQueue />
        )
      }
      actions={
        <div className={styles.controls}>
          <DayInput label="From" value={range.from} onChange={(value) => set("from", value)} />
          <DayInput label="To" value={range.to} onChange={(value) => set("to", value)} />
        </div>
      }
    >
      <Answered of={answer} height={320}>
        {(data) => <Lines key={`${id}-${from}-${to}-${data.lines.length}`} id={id} range={range} statement={data} />}
      </Answered>
    </Page>
  );
}

/** A posting on an account's normal side increases its balance. */
const sideOf = (line: Line, type: Statement["account"]["type"]): "debit" | "credit" => {
  const isCreditAccount = ["liability", "equity", "income"].includes(type);
  return line.amount_kobo > 0 === isCreditAccount ? "credit" : "debit";
};

const keyOf = (line: Line): string => `${line.transaction_id}-${line.number}`;
const textOf = (line: Line): string =>
  `${line.description} ${sentence(line.kind)} ${day(line.effective_on)} ${naira(Math.abs(line.amount_kobo))}`;

function columnsOf(account: Statement["account"]): readonly DeclaredColumn<Line>[] {
  const amount = (kobo: number): string => money(kobo, account.currency === "USD" ? "USD" : "NGN");
  const on = (line: Line, side: "debit" | "credit"): string =>
    sideOf(line, account.type) === side ? amount(Math.abs(line.amount_kobo)) : "";
  return [
    {
      key: "_transaction",
      render: (line) => (
        <Link to={`/admin/books/transactions/${line.transaction_id}`} title={line.description}>
          {line.description}
        </Link>
      ),
      card: "title",
    },
    { key: "kind", kind: "word", width: 180 },
    {
      key: "_business_day",
      width: 120,
      render: (line) => (
        <time dateTime={line.effective_on} title={`Recorded ${date(line.recorded_at)}`}>
          {day(line.effective_on)}
        </time>
      ),
    },
    { key: "_debit", width: 150, render: (line) => on(line, "debit"), align: "right" },
    { key: "_credit", width: 150, render: (line) => on(line, "credit"), align: "right" },
    { key: "_balance", width: 160, render: (line) => amount(line.balance_kobo), align: "right" },
  ];
}

function Lines({
  id,
  range,
  statement,
}: {
  id: string;
  range: { from?: string; to?: string };
  statement: Statement;
}): ReactNode {
  const [more, setMore] = useState<{ lines: readonly Line[]; next: string | null }>({
    lines: [],
    next: statement.next,
  });
  const [isPending, setPending] = useState(false);
  const { account } = statement;
  const lines = useMemo(() => [...statement.lines, ...more.lines], [statement.lines, more.lines]);
  const amount = (kobo: number): string => money(kobo, account.currency === "USD" ? "USD" : "NGN");
  const columns = useMemo(() => columnsOf(account), [account]);
  const readMore = async (after: string): Promise<void> => {
    setPending(true);
    try {
      const answer = await send(calls.books.statement, { params: { id }, query: { ...range, after, limit: PAGE } });
      setMore((now) => ({ lines: [...now.lines, ...answer.lines], next: answer.next }));
    } catch (error) {
      toast(errorText(error), { tone: "danger" });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <div className={styles.proof}>
        <span>{range.from ? `Balance before ${day(range.from)}` : "Opened with"}</span>
        <strong>{amount(statement.opening_kobo)}</strong>
        <span>{more.next ? "After the lines shown" : range.to ? `Balance on ${day(range.to)}` : "Balance now"}</span>
        <strong>{amount(lines.at(-1)?.balance_kobo ?? statement.opening_kobo)}</strong>
        <Copyable text={account.code} label="account code">
          <code>{account.code}</code>
        </Copyable>
      </div>
      <Panel flush>
        {lines.length === 0 ? (
          <Empty title="No postings">
            {range.from || range.to ? "Nothing was booked on these days." : "Nothing was booked on this account yet."}
          </Empty>
        ) : (
          <LongTable
            caption="Postings"
            rows={lines}
            columns={columns}
            keyOf={keyOf}
            textOf={textOf}
            onNearEnd={more.next && !isPending ? () => void readMore(more.next ?? "") : undefined}
          />
        )}
        {more.next && (
          <div className={styles.more}>
            <Button variant="default" size="sm" loading={isPending} onClick={() => void readMore(more.next ?? "")}>
              Show more
            </Button>
          </div>
        )}
      </Panel>
    </>
  );
}
