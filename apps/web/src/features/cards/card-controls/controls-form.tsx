import { weekdayWords, weekdays } from "@manilla/contract/cards/card-control-kinds";
import { channelWords, channels, limitPeriods, limitWords } from "@manilla/contract/cards/decline-reasons";
import { merchantCategories, merchantCategoryNames } from "@manilla/contract/cards/merchant-categories";
import { sentence } from "@manilla/contract/formats";
import "../../../shared/ui/kit-styles.ts";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import type { CallInput } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { Amount } from "../../../shared/form/amount.tsx";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { stopsAtWrongText } from "../../../shared/form/wrong-text.ts";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./controls.module.css";
import type { ControlSet, Controlled } from "./controls-screen.tsx";

const { set: setControls } = calls.cardControls;

const nothing: ControlSet = {
  per_authorisation_kobo: null,
  day_kobo: null,
  week_kobo: null,
  month_kobo: null,
  year_kobo: null,
  all_time_kobo: null,
  day_count: null,
  allowed_categories: [],
  blocked_categories: [],
  allowed_merchants: [],
  blocked_merchants: [],
  channels: [],
  countries: [],
  weekdays: [],
  from_hour: null,
  to_hour: null,
  tips_percent: 0,
};

/** The server's words with the name of the field they are about. */
const failureOf = (error: unknown): string =>
  error instanceof CallError && error.fields
    ? Object.entries(error.fields)
        .map(([name, words]) => `${sentence(name.replace(/_kobo$/, ""))}: ${words.join(", ")}`)
        .join(". ")
    : errorText(error);

/** What somebody sets of a card: limits, and where and when it pays. Empty means that everything is allowed. */
export function ControlsForm({ controlled }: { controlled: Controlled }): ReactNode {
  const { card, sets, may_loosen } = controlled;
  const [values, setValues] = useState<ControlSet>((sets && controlled[sets]) ?? nothing);
  const [failure, setFailure] = useState<string>();
  const { run, isPending } = useAction(setControls);
  const change = (more: Partial<ControlSet>): void => setValues((before) => ({ ...before, ...more }));
  const form = useRef<HTMLDivElement>(null);
  const save = async (): Promise<void> => {
    if (stopsAtWrongText(form.current)) return;
    setFailure(undefined);
    try {
      await run({ params: { id: card.id }, body: values } as CallInput<typeof setControls>);
      toast("Saved. It holds for the next payment.");
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  const isTightening = sets === "holder" && card.is_company;
  return (
    <Panel title={isTightening ? "Make it tighter" : "What this card may be used for"}>
      <div className="stack-12" ref={form}>
        {isTightening && <p className="muted">What your company allows holds as well: you can only allow less.</p>}
        {!may_loosen && <p className="muted">It is your own card: somebody else of your company allows more.</p>}
        <Limits values={values} change={change} symbol={card.currency === "USD" ? "$" : "₦"} />
        <Places values={values} change={change} />
        <Times values={values} change={change} />
        {failure && <Notice tone="danger">{failure}</Notice>}
        <div>
          <Button onClick={() => void save()} loading={isPending}>
            Save
          </Button>
        </div>
      </div>
    </Panel>
  );
}

interface Part {
  values: ControlSet;
  change: (more: Partial<ControlSet>) => void;
}

function Limits({ values, change, symbol }: Part & { symbol: string }): ReactNode {
  const pairs = [limitPeriods.slice(0, 2), limitPeriods.slice(2, 4), limitPeriods.slice(4)];
  return (
    <>
      {pairs.map((pair) => (
        <FieldRow key={pair[0]}>
          {pair.map((period) => (
            <Amount
              key={period}
              label={sentence(limitWords[period])}
              symbol={symbol}
              kobo={values[`${period}_kobo`]}
              onChange={(kobo) => change({ [`${period}_kobo`]: kobo })}
            />
          ))}
        </FieldRow>
      ))}
      <FieldRow>
        <NumberInput label="Payments a day" value={values.day_count} onChange={(day_count) => change({ day_count })} />
        <NumberInput
          label="Tips at restaurants, in percent"
          value={values.tips_percent === 0 ? null : values.tips_percent}
          onChange={(percent) => change({ tips_percent: percent ?? 0 })}
        />
      </FieldRow>
    </>
  );
}

const NumberInput = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}): ReactNode => (
  <TextInput
    label={label}
    inputMode="numeric"
    value={value === null ? "" : String(value)}
    onChange={({ currentTarget }) => {
      const digits = currentTarget.value.replace(/\D/g, "").slice(0, 4);
      onChange(digits === "" ? null : Number(digits));
    }}
  />
);

/** Boxes for a list; none ticked means all. */
function Boxes<Value extends string | number>({
  legend,
  choices,
  chosen,
  onChange,
}: {
  legend: string;
  choices: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (next: Value[]) => void;
}): ReactNode {
  return (
    <fieldset className={styles.boxes}>
      <legend>{legend}</legend>
      <div>
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const categoryChoices = merchantCategoryNames.map((value) => ({ value, label: merchantCategories[value].words }));

function Places({ values, change }: Part): ReactNode {
  const isBlocking = values.blocked_categories.length > 0;
  const [mode, setMode] = useState<"allowed" | "blocked">(isBlocking ? "blocked" : "allowed");
  const chosen = mode === "blocked" ? values.blocked_categories : values.allowed_categories;
  return (
    <>
      <Boxes
        legend="Only by these ways; none ticked means all"
        choices={channels.map((value) => ({ value, label: sentence(channelWords[value]) }))}
        chosen={values.channels}
        onChange={(next) => change({ channels: next })}
      />
      <NativeSelect
        label="Kinds of shops"
        value={mode}
        data={[
          { value: "allowed", label: "Only the ones that are ticked (none: all)" },
          { value: "blocked", label: "All but the ones that are ticked" },
        ]}
        onChange={({ currentTarget: { value } }) => {
          setMode(value as "allowed");
          change({ allowed_categories: [], blocked_categories: [] });
        }}
      />
      <details open={chosen.length > 0}>
        <summary>{chosen.length === 0 ? "Choose kinds of shops" : `${chosen.length} chosen`}</summary>
        <Boxes
          legend="Kinds of shops"
          choices={categoryChoices}
          chosen={chosen}
          onChange={(next) => change(mode === "blocked" ? { blocked_categories: next } : { allowed_categories: next })}
        />
      </details>
      <FieldRow>
        <Words
          label="Only at these shops"
          words={values.allowed_merchants}
          onChange={(next) => change({ allowed_merchants: next })}
        />
        <Words
          label="Not at these shops"
          words={values.blocked_merchants}
          onChange={(next) => change({ blocked_merchants: next })}
        />
      </FieldRow>
      <Words
        label="Only in these countries, two letters each"
        words={values.countries}
        onChange={(next) => change({ countries: next.map((each) => each.toUpperCase()) })}
      />
    </>
  );
}

/** Several words with commas between them. */
function Words({
  label,
  words,
  onChange,
}: {
  label: string;
  words: readonly string[];
  onChange: (next: string[]) => void;
}): ReactNode {
  const [text, setText] = useState(words.join(", "));
  return (
    <TextInput
      label={label}
      description="Commas between them"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange(
          value
            .split(",")
            .map((each) => each.trim())
            .filter(Boolean),
        );
      }}
    />
  );
}

const hours = (last: number) => [
  { value: "", label: "All day" },
  ...Array.from({ length: last + 1 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` })),
];

const Times = ({ values, change }: Part): ReactNode => (
  <>
    <Boxes
      legend="Only on these days; none ticked means all"
      choices={weekdays.map((value) => ({ value: value as number, label: weekdayWords[value - 1] ?? "" }))}
      chosen={values.weekdays}
      onChange={(next) => change({ weekdays: next })}
    />
    <FieldRow>
      {(["from_hour", "to_hour"] as const).map((name) => (
        <NativeSelect
          key={name}
          label={name === "from_hour" ? "From" : "Until before"}
          value={values[name] === null ? "" : String(values[name])}
          data={hours(name === "from_hour" ? 23 : 24)}
          onChange={({ currentTarget: { value } }) => change({ [name]: value === "" ? null : Number(value) })}
        />
      ))}
    </FieldRow>
  </>
);
