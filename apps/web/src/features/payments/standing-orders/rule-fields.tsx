import { day, ordinal } from "@manilla/contract/formats";
import {
  type OrderEnd,
  type Repeat,
  orderEnds,
  repeatInWords,
  repeats,
  weekdays,
} from "@manilla/contract/payments/standing-order-rules";
import { type ReactNode, useEffect } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError } from "../../../shared/api/errors.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { DateField, SelectField } from "../../../shared/form/more-fields.tsx";
import { type Values, useForm } from "../../../shared/form/use-call-form.tsx";
import { LinkButton, Panel } from "../../../shared/ui/kit.tsx";

const { dates: datesCall } = calls.standingOrders;
type Dates = Answer<typeof datesCall>["dates"];

/** The fields of a rule, as a form has them. */
export const noRule = {
  repeat: "month",
  weekday: "",
  month_day: "",
  first_on: "",
  ends: "never",
  ends_after: "",
  ends_on: "",
};
export interface TypedRule extends Values {
  repeat: string;
  weekday: string;
  month_day: string;
  first_on: string;
  ends: string;
  ends_after: string;
  ends_on: string;
}
/** What has to be typed, by what was chosen. */
export const rulesOf = ({ repeat, ends }: Pick<TypedRule, "repeat" | "ends">): Record<string, string> => ({
  repeat: "required",
  ...(repeat === "week" && { weekday: "required" }),
  ...(repeat === "month" && { month_day: "required|number|min:1|max:31" }),
  first_on: "required",
  ends: "required",
  ...(ends === "after" && { ends_after: "required|number|min:1|max:600" }),
  ...(ends === "on" && { ends_on: "required" }),
});

/** A rule as the calls take it. */
export function toRule({ repeat, weekday, month_day, first_on, ends, ends_after, ends_on }: TypedRule) {
  const on_day = repeat === "week" ? weekday : month_day;
  return {
    repeat: repeat as Repeat,
    first_on,
    ends: ends as OrderEnd,
    ...((repeat === "week" || repeat === "month") && { on_day: Number(on_day) }),
    ...(ends === "after" && { ends_after: Number(ends_after) }),
    ...(ends === "on" && { ends_on }),
  };
}
/** The form's field for one that the server names. */
export const fieldOf =
  (repeat: string) =>
  (name: string): string =>
    name === "on_day" ? (repeat === "week" ? "weekday" : "month_day") : name;

const isWhole = (typed: TypedRule): boolean =>
  Object.keys(rulesOf(typed)).every((field) => typed[field] !== "") && /^\d{4}-\d\d-\d\d$/.test(typed.first_on);

/** The next dates of what is typed, while it is typed; none where it is no rule. */
export function useDates(typed: TypedRule): {
  found: Answer<typeof datesCall> | undefined;
  isWrong: boolean;
  error: unknown;
} {
  const { data, error, isPlaceholderData } = useCall(
    datesCall,
    { body: toRule(typed) },
    { enabled: isWhole(typed), keep: true },
  );
  const isWrong = !isWhole(typed) || error !== null;
  return { found: isWrong || isPlaceholderData ? undefined : data, isWrong, error };
}

/** "Every month on day 25: 25 Jan 2027, 25 Feb 2027, …" */
export function ruleInWords(typed: TypedRule, dates: Dates | undefined): string {
  const { repeat, on_day } = { on_day: null, ...toRule(typed) };
  const shown = (dates ?? []).slice(0, 3).map(({ goes_on }) => day(goes_on));
  return `${repeatInWords(repeat, on_day)}: ${shown.join(", ")}${(dates?.length ?? 0) > 3 ? ", …" : ""}`;
}

/** How often, from when, until when, and the dates that follow from it. @param salary_day of the person, offered as the day of the month */
export function RuleFields({ salary_day }: { salary_day?: number | null | undefined }): ReactNode {
  const form = useForm();
  const typed = form.values as TypedRule;
  return (
    <Panel title="When">
      <SelectField
        name="repeat"
        label="Repeats"
        choices={Object.entries(repeats).map(([value, label]) => ({ value, label }))}
      />
      <FieldRow>
        {typed.repeat === "week" && (
          <SelectField
            name="weekday"
            label="Day of the week"
            choices={weekdays.map((label, at) => ({ value: String(at + 1), label }))}
          />
        )}
        {typed.repeat === "month" && (
          <TextField
            name="month_day"
            label="Day of the month"
            inputMode="numeric"
            maxLength={2}
            hint="1 to 31; a shorter month pays on its last day"
          />
        )}
        <DateField name="first_on" label="From" hint="The first date is on or after this day" />
      </FieldRow>
      {typed.repeat === "month" && salary_day && typed.month_day !== String(salary_day) && (
        <div>
          <LinkButton onClick={() => form.set("month_day", String(salary_day))}>
            On my salary day, the {ordinal(salary_day)}
          </LinkButton>
        </div>
      )}
      <SelectField
        name="ends"
        label="Ends"
        choices={Object.entries(orderEnds).map(([value, label]) => ({ value, label }))}
      />
      {typed.ends === "after" && (
        <TextField name="ends_after" label="How many dates" inputMode="numeric" maxLength={3} />
      )}
      {typed.ends === "on" && <DateField name="ends_on" label="Last day" />}
      <NextDates typed={typed} />
    </Panel>
  );
}

function NextDates({ typed }: { typed: TypedRule }): ReactNode {
  const form = useForm();
  const { found, error } = useDates(typed);
  const { refuse } = form;
  useEffect(() => {
    if (!(error instanceof CallError)) return;
    for (const [name, [message]] of Object.entries(error.fields))
      if (message) refuse(fieldOf(typed.repeat)(name), message);
  }, [error, refuse, typed.repeat]);
  if (!found) return null;
  return (
    <div aria-live="polite">
      <p className="small muted">Its next dates</p>
      <DateList dates={found.dates} />
      {found.last_on && <p className="small muted">The last one is on {day(found.last_on)}.</p>}
    </div>
  );
}

/** Dates, with the day on which they are paid where banks rest. */
export const DateList = ({ dates }: { dates: Dates }): ReactNode => (
  <ul className="list">
    {dates.map(({ due_on, goes_on, rests_on }) => (
      <li key={due_on}>
        {day(due_on)}
        {rests_on && (
          <span className="muted">
            : {restInWords(rests_on)}, goes on {day(goes_on)}
          </span>
        )}
      </li>
    ))}
  </ul>
);
const restInWords = (rests_on: string): string =>
  rests_on === "Saturday" || rests_on === "Sunday" ? `a ${rests_on}` : `falls on a public holiday (${rests_on})`;
