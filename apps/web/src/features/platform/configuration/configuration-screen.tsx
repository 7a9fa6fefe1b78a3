import { checkForm } from "@manilla/contract/form-rules";
import { day, naira } from "@manilla/contract/formats";
import { configurationGroups, configurationWords } from "@manilla/contract/platform/configuration-words";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { DateField, MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm, type Values } from "../../../shared/form/use-call-form.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./configuration.module.css";
import { DatedValues } from "./dated-values.tsx";

type Item = Answer<typeof calls.configuration.find>["items"][number];

/** R021: the application's values. A change is a request; a second person carries it out. */
export default function ConfigurationScreen(): ReactNode {
  const answer = useRecord(calls.configuration.find, {});
  return (
    <Page width="form" lead="Request changes here. Nothing changes until a second person approves.">
      <Answered of={answer} height={240}>
        {(data) => (
          <>
            {data.waiting.length > 0 && (
              <Notice tone="warning">
                Waiting for a second person:
                <ul className={styles.waiting}>
                  {data.waiting.map((waiting) => (
                    <li key={waiting.approval_id}>
                      <Link to={`/admin/approvals/${waiting.approval_id}`}>{waiting.title}</Link>
                    </li>
                  ))}
                </ul>
              </Notice>
            )}
            <Editor
              key={data.items.map(({ key, updated_at, value }) => `${key}${updated_at}${value}`).join()}
              items={data.items}
            />
            <DatedValues items={data.items} />
          </>
        )}
      </Answered>
    </Page>
  );
}

/** A value's field carries the name under which the server tells what is wrong with it. */
const fieldOf = (item: Item): string => `values.${item.key}`;
const isNumeric = (item: Item): boolean => typeof item.value === "number";
const wireValue = (item: Item, value: Values[string]): unknown =>
  isNumeric(item) && typeof value === "string" && value !== "" ? Number(value) : (value ?? "");

const labelOf = ({ key }: Item): string => {
  const { label, unit } = configurationWords(key);
  return unit ? `${label} (${unit})` : label;
};

/** By group, in the order of the groups; what no group has comes last. */
function grouped(items: readonly Item[]): [string, Item[]][] {
  const named = Object.entries(configurationGroups).map(([group, of]): [string, Item[]] => [
    group,
    Object.keys(of).flatMap((key) => items.filter((item) => item.key === key)),
  ]);
  const others = items.filter(({ key }) => !named.some(([, of]) => of.some((item) => item.key === key)));
  return [...named, ["Others", others] as [string, Item[]]].filter(([, of]) => of.length > 0);
}

const inWords = (item: Item): string =>
  item.key.endsWith("_kobo") && typeof item.value === "number"
    ? naira(item.value)
    : typeof item.value === "boolean"
      ? item.value
        ? "Yes"
        : "No"
      : String(item.value) || "–";

function Editor({ items }: { items: readonly Item[] }): ReactNode {
  const editable = items.filter((item) => item.rules !== null);
  const fixed = items.filter((item) => item.rules === null);
  const changed = (values: Values): Item[] =>
    editable.filter((item) => wireValue(item, values[fieldOf(item)]) !== item.value);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const isDated = editable.some(({ key, dated }) => dated !== null && touched.includes(key));
  // Only what would change is checked: a value that was set before its rule came must not hold up the others.
  const rules = Object.fromEntries(
    editable.filter(({ key }) => touched.includes(key)).map((item) => [fieldOf(item), item.rules ?? ""]),
  );
  const form = useCallForm(calls.configuration.update, {
    initial: {
      reason: "",
      valid_from: "",
      ...Object.fromEntries(
        editable.map((item) => [
          fieldOf(item),
          typeof item.value === "boolean"
            ? String(item.value)
            : isNumeric(item) && !item.key.endsWith("_kobo")
              ? String(item.value)
              : item.value,
        ]),
      ),
    } as Values,
    rules: { reason: "required|min:3|max:500", ...(isDated && { valid_from: "required" }), ...rules },
    isGuarded: false,
    toBody: (values) => ({
      values: Object.fromEntries(changed(values).map((item) => [item.key, wireValue(item, values[fieldOf(item)])])),
      reason: values["reason"],
      ...(isDated && { valid_from: values["valid_from"] }),
    }),
    onDone: () => {
      toast("Requested. A second person decides among the approvals.");
    },
  });
  const ask = changed(form.values);
  const keys = ask.map(({ key }) => key).join();
  useEffect(() => setTouched(keys.split(",")), [keys]);
  const isWrong = Object.keys(checkForm(rules, form.values)).length > 0;
  return (
    <Form form={form}>
      {grouped(editable).map(([group, of]) => (
        <Panel key={group} title={group}>
          <div className={`stack ${styles.values}`}>
            {of.map((item) => (
              <div key={item.key}>
                <ValueField item={item} />
                <p className="small muted">
                  {item.is_public && <ToneBadge tone="neutral">Seen by everybody</ToneBadge>} {sinceOf(item)}
                </p>
              </div>
            ))}
          </div>
        </Panel>
      ))}
      {fixed.length > 0 && (
        <Panel title="Not changed here" flush>
          <ul className={styles.fixed}>
            {fixed.map((item) => (
              <li key={item.key}>
                <div>
                  {labelOf(item)}
                  <div className="small muted">{configurationWords(item.key).use || item.description}</div>
                </div>
                <strong>{inWords(item)}</strong>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Ask for the change">
        {ask.length === 0 ? (
          <p className="muted">Nothing differs from what holds now.</p>
        ) : (
          <div className={`stack ${styles.values}`}>
            <p>
              {ask.length === 1 ? "One value" : `${ask.length} values`} would change:{" "}
              {ask.map((item) => configurationWords(item.key).label).join(", ")}.
            </p>
            {isDated && (
              <DateField
                name="valid_from"
                label="Holds from"
                hint="A day to come, for what is recorded by hand; days before keep their values"
              />
            )}
            <TextAreaField name="reason" label="Reason" />
            {isWrong && <p className="small muted">Some value above is not right yet.</p>}
            <SubmitButton>Ask a second person</SubmitButton>
          </div>
        )}
      </Panel>
    </Form>
  );
}

/** Since when the value holds, and who set it. */
function sinceOf({ dated, updated_at, updated_by }: Item): string {
  const now = dated?.find(({ is_now }) => is_now);
  const [on, by] = now ? [now.valid_from, now.set_by] : [updated_at, updated_by];
  return `Since ${day(on)}${by ? `, by ${by}` : ""}`;
}

function ValueField({ item }: { item: Item }): ReactNode {
  const { use, choices } = configurationWords(item.key);
  const shared = { name: fieldOf(item), label: labelOf(item), hint: use || item.description };
  if (choices)
    return <SelectField {...shared} choices={Object.entries(choices).map(([value, label]) => ({ value, label }))} />;
  if (/^\d{4}-\d{2}-\d{2}$/.test(String(item.value))) return <DateField {...shared} />;
  if (item.key.endsWith("_kobo")) return <MoneyField {...shared} />;
  if (item.rules?.includes("nullable") || String(item.value).length > 60) return <TextAreaField {...shared} rows={2} />;
  return <TextField {...shared} autoComplete="off" {...(isNumeric(item) && { inputMode: "numeric" as const })} />;
}
