/** The fields of a line by its kind: an amount, kilometres or days, foreign money; and its parts. */
import {
  type RequestKind,
  byUnits,
  foreignCurrencies,
  splitEvenly,
  unsplit,
} from "@manilla/contract/companies/expense-lines";
import { isoDayOf, naira, shortDay } from "@manilla/contract/formats";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import type { Named } from "../../../shared/expenses/use-categories.ts";
import { Amount } from "../../../shared/form/amount.tsx";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { slashed } from "../../../shared/form/slashes.ts";
import { useMay } from "../../../shared/session/session.ts";
import { type Line, type Split, type Terms, amountOf } from "./line.ts";
import { type Wrong, messageAt } from "./wrong-fields.ts";

interface Props {
  kind: RequestKind;
  line: Line;
  terms: Terms | undefined;
  /** What the server said of its fields. */
  wrong: Wrong;
  change: (values: Partial<Line>) => void;
}

const WHERE: Partial<Record<RequestKind, string>> = {
  mileage: "From where to where",
  per_diem: "Away in",
  advance: "What it is for",
};

/** What was spent: where, when, how much. */
export function LineFields({
  kind,
  line,
  terms,
  wrong,
  change,
  categories,
}: Props & { categories: readonly Named[] }): ReactNode {
  const isCounted = byUnits.includes(kind);
  const isPurchase = kind === "retirement" && line.expense_id !== "";
  return (
    <div className="stack-12">
      <FieldRow>
        <TextInput
          label={WHERE[kind] ?? "Where"}
          value={line.merchant}
          maxLength={120}
          disabled={isPurchase}
          error={messageAt(wrong, "merchant", line.merchant)}
          onChange={(event) => change({ merchant: event.currentTarget.value })}
        />
        {isCounted ? (
          <Units kind={kind} line={line} terms={terms} wrong={wrong} change={change} />
        ) : line.foreign ? (
          <Currency foreign={line.foreign} onChange={(foreign) => change({ foreign })} />
        ) : (
          // What is on a receipt fills it: then it begins again, as the day does.
          <Amount
            key={`${line.receipts.length} ${line.expense_id}`}
            isNoneWhileWrong
            label="Amount"
            kobo={line.amount_kobo}
            error={messageAt(wrong, "amount_kobo", line.amount_kobo)}
            onChange={(amount_kobo) => change({ amount_kobo })}
          />
        )}
      </FieldRow>
      {line.foreign && !isCounted && (
        <Rate
          foreign={line.foreign}
          published={terms?.rates.find(({ currency }) => currency === line.foreign?.currency)}
          wrong={wrong}
          comes_to={amountOf(kind, line, terms)}
          onChange={(foreign) => change({ foreign })}
        />
      )}
      <FieldRow>
        <LineDay
          key={`${line.receipts.length} ${line.expense_id}`}
          isDisabled={isPurchase}
          label={kind === "per_diem" || kind === "advance" ? "First day" : "Day"}
          day={line.spent_on}
          error={messageAt(wrong, "spent_on", line.spent_on)}
          onChange={(spent_on) => change({ spent_on })}
        />
        <Choice
          label="Category"
          value={line.category_id}
          of={categories}
          error={wrong["category_id"]}
          onChange={(category_id) => change({ category_id })}
        />
      </FieldRow>
      <Splits kind={kind} line={line} terms={terms} wrong={wrong} change={change} categories={categories}>
        {!isCounted && !isPurchase && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              change({
                foreign: line.foreign ? null : { currency: "USD", amount: null, rate: "", rated_on: line.spent_on },
              })
            }
          >
            {line.foreign ? "It was naira" : "It was another currency"}
          </Button>
        )}
      </Splits>
    </div>
  );
}

function Units({ kind, line, terms, wrong, change }: Props): ReactNode {
  const rate = kind === "mileage" ? terms?.mileage_rate_kobo : terms?.per_diem_kobo;
  const one = kind === "mileage" ? "kilometre" : "day";
  return (
    <TextInput
      label={kind === "mileage" ? "Kilometres" : "Days"}
      inputMode="decimal"
      maxLength={9}
      value={line.units}
      error={messageAt(wrong, "units", line.units)}
      description={
        rate
          ? `${naira(rate)} a ${one}: ${naira(amountOf(kind, line, terms))}`
          : `Your company pays nothing for a ${one} yet.`
      }
      onChange={(event) => change({ units: event.currentTarget.value.trim() })}
    />
  );
}

type Foreign = NonNullable<Line["foreign"]>;
interface ForeignProps {
  foreign: Foreign;
  onChange: (foreign: Foreign) => void;
}

const Currency = ({ foreign, onChange }: ForeignProps): ReactNode => (
  <NativeSelect
    label="Currency"
    value={foreign.currency}
    data={[...foreignCurrencies]}
    onChange={(event) => onChange({ ...foreign, currency: event.currentTarget.value as Foreign["currency"] })}
  />
);

const Rate = ({
  foreign,
  published,
  wrong,
  onChange,
  comes_to,
}: ForeignProps & { published: Terms["rates"][number] | undefined; wrong: Wrong; comes_to: number }): ReactNode => (
  <>
    <FieldRow>
      <Amount
        isNoneWhileWrong
        label={`Amount in ${foreign.currency}`}
        symbol=""
        kobo={foreign.amount}
        error={messageAt(wrong, "foreign.amount", foreign.amount)}
        onChange={(amount) => onChange({ ...foreign, amount })}
      />
      <TextInput
        label={`Naira for one ${foreign.currency}`}
        description={
          published
            ? `Published: ${published.rate} on ${shortDay(published.rated_on)}. The approver sees a larger difference.`
            : "No published rate is known: the approver sees that yours was compared with none."
        }
        inputMode="decimal"
        maxLength={16}
        value={foreign.rate}
        error={messageAt(wrong, "foreign.rate", foreign.rate)}
        onChange={(event) => onChange({ ...foreign, rate: event.currentTarget.value.replace(/[,\s]/g, "") })}
      />
    </FieldRow>
    <FieldRow>
      <LineDay
        label="Rate of the day"
        day={foreign.rated_on}
        error={messageAt(wrong, "foreign.rated_on", foreign.rated_on)}
        onChange={(rated_on) => onChange({ ...foreign, rated_on })}
      />
      <p role="status">
        Comes to <strong>{naira(comes_to)}</strong>
      </p>
    </FieldRow>
  </>
);

/** The parts of a line, to the kobo. */
function Splits({
  kind,
  line,
  terms,
  change,
  categories,
  children,
}: Props & { categories: readonly Named[]; children: ReactNode }): ReactNode {
  const mayList = useMay(calls.departments.listAll);
  const departments = useCall(
    calls.departments.listAll,
    { query: { limit: 100 } },
    { enabled: mayList && line.splits.length > 0 },
  );
  const whole = amountOf(kind, line, terms);
  const { splits } = line;
  const set = (at: number, values: Partial<Split>): void =>
    change({ splits: splits.map((split, index) => (index === at ? { ...split, ...values } : split)) });
  const divide = (parts: number): void => {
    const amounts = splitEvenly(BigInt(whole), parts);
    change({
      splits: amounts.map((amount, at) => ({
        ...(splits[at] ?? { category_id: line.category_id, department_id: "" }),
        amount_kobo: Number(amount),
      })),
    });
  };
  const left = unsplit(
    BigInt(whole),
    splits.map(({ amount_kobo }) => BigInt(amount_kobo ?? 0)),
  );
  return (
    <>
      {splits.map((split, at) => (
        // Amounts are set from outside by "divide evenly": then the fields begin again.
        <FieldRow key={`${at}-${splits.length}-${whole}`}>
          <Choice
            label={`Part ${at + 1}: category`}
            value={split.category_id}
            of={categories}
            onChange={(category_id) => set(at, { category_id })}
          />
          {mayList && (
            <Choice
              label="Department"
              value={split.department_id}
              of={departments.data?.items ?? []}
              onChange={(department_id) => set(at, { department_id })}
            />
          )}
          <Amount
            isNoneWhileWrong
            label="Amount"
            kobo={split.amount_kobo}
            onChange={(amount_kobo) => set(at, { amount_kobo })}
          />
        </FieldRow>
      ))}
      {splits.length > 0 && left !== 0n && (
        <p className="small muted" role="status">
          {left > 0n ? `${naira(left)} is in no part yet.` : `The parts are ${naira(-left)} more than the line.`}
        </p>
      )}
      <div className="buttons">
        <Button
          variant="default"
          size="compact-sm"
          disabled={splits.length >= 20}
          onClick={() => divide(Math.max(2, splits.length + 1))}
        >
          {splits.length === 0 ? "Split it over categories" : "One more part"}
        </Button>
        {splits.length > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => change({ splits: [] })}>
            Do not split it
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

const Choice = ({
  label,
  value,
  of,
  error,
  onChange,
}: {
  label: string;
  value: string;
  of: readonly Named[];
  error?: string | undefined;
  onChange: (value: string) => void;
}): ReactNode => (
  <NativeSelect
    label={label}
    value={value}
    error={error}
    data={[{ value: "", label: "Choose…" }, ...of.map(({ id, name }) => ({ value: id, label: name }))]}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** A day of a line: empty for the server while it is no day, so that nothing old is sent in its place. */
function LineDay({
  label,
  day,
  isDisabled = false,
  error,
  onChange,
}: {
  label: string;
  day: string;
  isDisabled?: boolean;
  error?: string | undefined;
  onChange: (day: string) => void;
}): ReactNode {
  const [text, setText] = useState(day === "" ? "" : shortDay(day));
  return (
    <TextInput
      label={label}
      placeholder="dd/mm/yyyy"
      inputMode="numeric"
      maxLength={10}
      disabled={isDisabled}
      value={text}
      error={text.length === 10 && isoDayOf(text) === undefined ? "this date does not exist" : error}
      onChange={({ currentTarget: { value } }) => {
        const typed = slashed(value, text);
        setText(typed);
        onChange(isoDayOf(typed) ?? "");
      }}
    />
  );
}
