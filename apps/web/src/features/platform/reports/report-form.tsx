import {
  type ReportRepeat,
  datePeriods,
  hourInWords,
  measureKinds,
  reportRepeats,
} from "@manilla/contract/platform/report-rules";
import { weekdays } from "@manilla/contract/weekdays";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer, CallInput } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { ChoicesField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, type Values, useCallForm, useForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { type Report, type ReportQuery, queryInWords } from "./words.ts";

const { create, change, describe } = calls.reports;
type Offer = Answer<typeof describe>;
type Body = Omit<CallInput<typeof change>["body"], "version">;

export interface Given {
  list: string;
  query: ReportQuery;
  columns: readonly string[] | null;
}
interface Props {
  given: Given;
  report?: Report;
  onDone: (id: string) => void | Promise<void>;
}

interface Typed extends Values {
  name: string;
  group_1: string;
  by_1: string;
  group_2: string;
  by_2: string;
  measures: readonly string[];
  format: string;
  recipients: readonly string[];
  repeat: string;
  weekdays: readonly string[];
  month_day: string;
  hour: string;
}

const typedOf = (report: Report | undefined): Typed => {
  const [first, second] = report?.group_by ?? [];
  const schedule = report?.schedule;
  return {
    name: report?.name ?? "",
    group_1: first?.column ?? "",
    by_1: first?.by ?? "month",
    group_2: second?.column ?? "",
    by_2: second?.by ?? "month",
    measures: report?.measures.map(({ column, of }) => `${column} ${of}`) ?? [],
    format: report?.format ?? "xlsx",
    recipients: report?.recipients.map(({ id }) => id) ?? [],
    repeat: schedule?.repeat ?? "",
    weekdays: schedule?.weekdays.map(String) ?? [],
    month_day: schedule?.month_day ? String(schedule.month_day) : "",
    hour: String(schedule?.hour ?? 7),
  };
};

function bodyOf(typed: Typed, { query, columns }: Given, offer: Offer): Body {
  const groups = [
    { column: typed.group_1, by: typed.by_1 },
    { column: typed.group_2, by: typed.by_2 },
  ].filter(({ column }) => column !== "");
  const known = columns?.filter((name) => offer.columns.some((column) => column.name === name));
  return {
    name: typed.name,
    query,
    columns: known && known.length > 0 ? known : null,
    group_by: groups.map(({ column, by }) => ({
      column,
      by: offer.groups.find(({ name }) => name === column)?.is_date ? (by as "day" | "month") : null,
    })),
    measures: typed.measures.map((measure) => {
      const [column = "", of = "sum"] = measure.split(" ");
      return { column, of: of as "sum" | "average" };
    }),
    format: typed.format as "csv" | "xlsx",
    recipients: [...typed.recipients],
    schedule:
      typed.repeat === ""
        ? null
        : {
            repeat: typed.repeat as ReportRepeat,
            weekdays: typed.repeat === "week" ? typed.weekdays.map(Number) : [],
            month_day: typed.repeat === "month" && typed.month_day !== "" ? Number(typed.month_day) : null,
            hour: Number(typed.hour),
          },
  };
}

const RULES = { name: "required|max:80" };
/** The form's field for one that the server names. */
function fieldOf(path: string): string {
  const [name = "", part] = path.split(".");
  if (name === "schedule") return part ?? "repeat";
  return name === "group_by" ? "group_1" : name;
}

/** A new report, or another version of one. */
export function ReportForm(props: Props): ReactNode {
  const offer = useRecord(describe, { query: { path: props.given.list } });
  return (
    <Answered of={offer} height={480}>
      {(data) =>
        props.report ? <Change {...props} report={props.report} offer={data} /> : <Create {...props} offer={data} />
      }
    </Answered>
  );
}

function Create({ given, offer, onDone }: Props & { offer: Offer }): ReactNode {
  const form = useCallForm(create, {
    rules: RULES,
    initial: typedOf(undefined),
    fieldOf,
    toBody: (typed) => ({ list: given.list, ...bodyOf(typed, given, offer) }),
    onDone: ({ id }) => onDone(id),
  });
  return (
    <Form form={form}>
      <Fields given={given} offer={offer} />
      <SubmitButton>Make the report</SubmitButton>
    </Form>
  );
}

function Change({ given, offer, report, onDone }: Props & { offer: Offer; report: Report }): ReactNode {
  const form = useCallForm(change, {
    params: { id: report.id },
    rules: RULES,
    initial: typedOf(report),
    fieldOf,
    toBody: (typed) => ({ version: report.version, ...bodyOf(typed, given, offer) }),
    onDone: () => onDone(report.id),
  });
  return (
    <Form form={form}>
      <Fields given={given} offer={offer} />
      <SubmitButton>Save the changes</SubmitButton>
    </Form>
  );
}

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const periods = choicesOf({ day: "By day", month: "By month" } satisfies Record<keyof typeof datePeriods, string>);
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }));

const Fields = ({ given, offer }: { given: Given; offer: Offer }): ReactNode => (
  <>
    <Panel title="What it shows">
      <TextField name="name" label="Name" maxLength={80} />
      <Facts
        items={[
          { label: "List", value: offer.name },
          { label: "Rows", value: queryInWords(given.query) },
          given.columns && { label: "Columns", value: `${given.columns.length}, as the list showed them` },
        ]}
      />
    </Panel>
    <Panel title="Summary">
      <p className="small muted">Group the rows and add them up, or leave this empty for the rows themselves.</p>
      <GroupFields offer={offer} at={1} label="Group by" />
      <GroupFields offer={offer} at={2} label="And by" />
      {offer.measures.length > 0 && (
        <ChoicesField
          name="measures"
          label="Amounts"
          hint="The number of rows is always there"
          choices={offer.measures.flatMap(({ name, label }) =>
            choicesOf(measureKinds).map((kind) => ({
              value: `${name} ${kind.value}`,
              label: `${label}, ${kind.label.toLowerCase()}`,
            })),
          )}
        />
      )}
    </Panel>
    <Panel title="Who gets it, and when">
      <ChoicesField
        name="recipients"
        label="Colleagues"
        hint="Beside you. Everybody gets a file of their own, made with their own rights; a link to it is mailed."
        choices={offer.colleagues.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FieldRow>
        <SelectField
          name="format"
          label="File"
          choices={[
            { value: "xlsx", label: "Spreadsheet (xlsx)" },
            { value: "csv", label: "Text (csv)" },
          ]}
        />
        <SelectField name="repeat" label="Schedule" choices={choicesOf(reportRepeats)} empty="By hand only" />
      </FieldRow>
      <ScheduleFields hasFixedDates={Boolean(given.query.rangeStart ?? given.query.rangeEnd)} />
    </Panel>
  </>
);

function GroupFields({ offer, at, label }: { offer: Offer; at: 1 | 2; label: string }): ReactNode {
  const chosen = useForm().values[`group_${at}`];
  const isDate = offer.groups.some(({ name, is_date }) => name === chosen && is_date);
  const choices = offer.groups.map((group) => ({ value: group.name, label: group.label }));
  return (
    <FieldRow>
      <SelectField name={`group_${at}`} label={label} choices={choices} empty="Nothing" />
      {isDate && <SelectField name={`by_${at}`} label="Dates" choices={periods} />}
    </FieldRow>
  );
}

function ScheduleFields({ hasFixedDates }: { hasFixedDates: boolean }): ReactNode {
  const { repeat } = useForm().values;
  if (repeat === "") return null;
  return (
    <>
      {hasFixedDates && (
        <Notice tone="warning">
          The dates of this list are fixed: each file covers the same days. Choose a period in the list instead, such as
          “Last month”, and each file covers its own.
        </Notice>
      )}
      {repeat === "week" && (
        <ChoicesField
          name="weekdays"
          label="Days"
          choices={weekdays.map((label, at) => ({ value: String(at + 1), label }))}
        />
      )}
      <FieldRow>
        {repeat === "month" && (
          <TextField
            name="month_day"
            label="Day of the month"
            inputMode="numeric"
            maxLength={2}
            hint="1 to 31; a shorter month has its last day"
          />
        )}
        <SelectField name="hour" label="At" hint="Lagos time" choices={hours} />
      </FieldRow>
    </>
  );
}
