import { statementFormats } from "@manilla/contract/statement-formats";
import { isoDay, naira } from "@manilla/contract/formats";
import { daysOfPeriod, periods } from "@manilla/contract/periods";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { useRecord } from "../api/use-call.ts";
import { Figures, PlainTable } from "../figures/figures.tsx";
import { FileButton } from "../form/file-button.tsx";
import { DayInput } from "../list/date-range.tsx";
import { serverNow } from "../api/call.ts";
import { Answered } from "../ui/answered.tsx";
import { Empty, Panel } from "../ui/kit.tsx";
import styles from "./statements.module.css";

const own = { shown: calls.personalWallets.statement, file: calls.personalWallets.statementFile };
const ofCompany = { shown: calls.walletStatements.range, file: calls.walletStatements.download };
const PERIODS = ["last_30_days", "this_month", "last_month", "this_year"] as const;
type Statement = Answer<typeof own.shown>;

/** A wallet between any two days: figures, the first movements with the balance after each, and the same as files. @param company_id without it one's own cash */
export function RangeStatement({ company_id }: { company_id?: string }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const asked = { from: search.get("from") ?? undefined, to: search.get("to") ?? undefined };
  const query = { ...(asked.from && { from: asked.from }), ...(asked.to && { to: asked.to }) };
  const isOwn = company_id === undefined;
  const call = isOwn ? own.shown : ofCompany.shown;
  const input = isOwn ? { query } : { params: { id: company_id }, query };
  const answer = useRecord(call, input as never, { keep: true });
  const set = (from: string | undefined, to: string | undefined): void =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries({ from, to }))
          if (value) before.set(name, value);
          else before.delete(name);
        return before;
      },
      { replace: true },
    );
  const today = isoDay(new Date(serverNow()));
  return (
    <Panel title="Any days">
      <div className={styles.range}>
        <DayInput label="From" value={asked.from ?? answer.data?.from} onChange={(from) => set(from, asked.to)} />
        <DayInput label="To" value={asked.to ?? answer.data?.to} onChange={(to) => set(asked.from, to)} />
        {PERIODS.map((period) => {
          const { from, to } = daysOfPeriod(period, today);
          const until = to < today ? to : undefined;
          return (
            <button
              key={period}
              type="button"
              aria-pressed={asked.from === from && asked.to === until}
              onClick={() => set(from, until)}
            >
              {periods[period]}
            </button>
          );
        })}
      </div>
      <Answered of={answer} height={240}>
        {(statement) => <Shown statement={statement} {...(company_id && { company_id })} />}
      </Answered>
    </Panel>
  );
}

function Shown({ statement, company_id }: { statement: Statement; company_id?: string }): ReactNode {
  const { from, to, opening_kobo, in_kobo, out_kobo, closing_kobo, movements, lines } = statement;
  const more = movements - lines.length;
  return (
    <div className="stack-12">
      <Figures
        items={[
          { label: "Opening balance", value: naira(opening_kobo) },
          { label: "Came in", value: naira(in_kobo) },
          { label: "Went out", value: naira(out_kobo) },
          { label: "Closing balance", value: naira(closing_kobo) },
        ]}
      />
      <div className="buttons">
        {statementFormats.map((format) => {
          const query = { from, to, format };
          const name = `statement-${from}-${to}.${format}`;
          return company_id ? (
            <FileButton key={format} call={ofCompany.file} input={{ params: { id: company_id }, query }} name={name}>
              {format.toUpperCase()}
            </FileButton>
          ) : (
            <FileButton key={format} call={own.file} input={{ query }} name={name}>
              {format.toUpperCase()}
            </FileButton>
          );
        })}
      </div>
      {lines.length === 0 ? (
        <Empty title="Nothing moved on these days" />
      ) : (
        <PlainTable
          caption="Movements"
          rows={lines}
          keyOf={({ id }) => id}
          columns={[
            { key: "on", header: "Day", kind: "day", card: "field" },
            { key: "what", header: "What", card: "title" },
            { key: "note", header: "Note" },
            { key: "reference" },
            { key: "amount_kobo", header: "Amount", card: "field" },
            { key: "balance_kobo", header: "Balance after", card: "field" },
          ]}
        />
      )}
      {more > 0 && <p className="muted">{`${more} more are in the files.`}</p>}
    </div>
  );
}
