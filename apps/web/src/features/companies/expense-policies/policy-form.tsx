import { effectWords, effects, periods } from "@manilla/contract/companies/policy-rules";
import "../../../shared/ui/kit-styles.ts";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { Amount } from "../../../shared/form/amount.tsx";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { wholeFailure } from "../../../shared/form/whole-failure.ts";
import { stopsAtWrongText } from "../../../shared/form/wrong-text.ts";
import { type Named, useCategories } from "../../../shared/expenses/use-categories.ts";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { RepeatedPanels } from "../../../shared/form/repeated-panels.tsx";
import { Preview } from "./preview.tsx";
import type { Rule } from "./rule-words.ts";

export interface Drafted {
  name: string;
  rules: readonly Rule[];
}

const blank: Rule = {
  name: "",
  effect: "ask",
  category_ids: [],
  department_ids: [],
  merchants: [],
  is_forbidden: false,
};

/** A policy's name and rules, tried before they are saved. @param save throws what the server said */
export function PolicyForm({
  initial,
  roles,
  save,
  words,
}: {
  initial: Drafted;
  roles: readonly string[];
  save: (drafted: Drafted) => Promise<void>;
  words: string;
}): ReactNode {
  const categories = useCategories();
  const [{ name, rules }, setDrafted] = useState<Drafted>({
    name: initial.name,
    rules: initial.rules.length > 0 ? initial.rules : [blank],
  });
  const [failure, setFailure] = useState<string>();
  const [isPending, setPending] = useState(false);
  const setRules = (next: readonly Rule[]): void => setDrafted({ name, rules: next });
  const form = useRef<HTMLDivElement>(null);
  const submit = async (): Promise<void> => {
    if (stopsAtWrongText(form.current)) return;
    setPending(true);
    setFailure(undefined);
    try {
      await save({ name, rules });
    } catch (error) {
      setFailure(wholeFailure(error, "Rule"));
    }
    setPending(false);
  };
  return (
    <div className="stack-12" ref={form}>
      <Panel>
        <TextInput
          label="Name of the policy"
          value={name}
          maxLength={80}
          onChange={(event) => setDrafted({ rules, name: event.currentTarget.value })}
        />
      </Panel>
      <RepeatedPanels items={rules} name="Rule" onChange={setRules}>
        {(rule, change) => <RuleFields rule={rule} categories={categories} onChange={change} />}
      </RepeatedPanels>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <div className="buttons">
        <Button variant="default" onClick={() => setRules([...rules, blank])}>
          Add a rule
        </Button>
        <Button onClick={() => void submit()} loading={isPending}>
          {words}
        </Button>
      </div>
      <Preview rules={rules} roles={roles} />
    </div>
  );
}

interface FieldsProps {
  rule: Rule;
  categories: readonly Named[];
  onChange: (values: Partial<Rule>) => void;
}

const PERIODS = periods.map((period) => ({ value: period, label: `A ${period}` }));

function RuleFields({ rule, categories, onChange }: FieldsProps): ReactNode {
  const { category_ids = [], merchants = [] } = rule;
  return (
    <div className="stack-12">
      <FieldRow>
        <TextInput
          label="Name"
          value={rule.name}
          maxLength={80}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label="Where it is not met, it"
          value={rule.effect}
          data={effects.map((effect) => ({ value: effect, label: effectWords[effect] }))}
          onChange={(event) => onChange({ effect: event.currentTarget.value as Rule["effect"] })}
        />
      </FieldRow>
      <FieldRow>
        <NativeSelect
          label="For what"
          value={category_ids.length > 1 ? "several" : (category_ids[0] ?? "")}
          data={[
            { value: "", label: "Everything" },
            ...(category_ids.length > 1 ? [{ value: "several", label: `${category_ids.length} categories` }] : []),
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            value !== "several" && onChange({ category_ids: value === "" ? [] : [value] })
          }
        />
        <Words label="At merchants" words={merchants} onChange={(next) => onChange({ merchants: next })} />
      </FieldRow>
      <Checkbox
        label="Not paid by the company at all"
        checked={rule.is_forbidden ?? false}
        onChange={(event) => onChange({ is_forbidden: event.currentTarget.checked })}
      />
      {!rule.is_forbidden && (
        <>
          <FieldRow>
            <Amount
              label="At most for one"
              kobo={rule.cap_item_kobo}
              onChange={(cap_item_kobo) => onChange({ cap_item_kobo })}
            />
            <Amount
              label="A receipt from"
              kobo={rule.receipt_from_kobo}
              onChange={(receipt_from_kobo) => onChange({ receipt_from_kobo })}
            />
          </FieldRow>
          <FieldRow>
            <Amount
              label="At most in a period"
              kobo={rule.cap_period_kobo}
              onChange={(cap_period_kobo) =>
                onChange({ cap_period_kobo, period: cap_period_kobo ? (rule.period ?? "month") : null })
              }
            />
            <NativeSelect
              label="Period"
              value={rule.period ?? ""}
              disabled={!rule.cap_period_kobo}
              data={[{ value: "", label: "None" }, ...PERIODS]}
              onChange={({ currentTarget: { value } }) => onChange({ period: (value || null) as Rule["period"] })}
            />
          </FieldRow>
          <FieldRow>
            <Amount
              label="At most for a day, all together"
              kobo={rule.per_diem_kobo}
              onChange={(per_diem_kobo) => onChange({ per_diem_kobo })}
            />
            <TextInput
              label="Days to submit"
              inputMode="numeric"
              value={String(rule.submit_within_days ?? "")}
              onChange={({ currentTarget: { value } }) =>
                /^\d{0,3}$/.test(value) && onChange({ submit_within_days: value === "" ? null : Number(value) })
              }
            />
          </FieldRow>
        </>
      )}
    </div>
  );
}

function Words({
  label,
  words,
  onChange,
}: {
  label: string;
  words: readonly string[];
  onChange: (words: string[]) => void;
}): ReactNode {
  const [text, setText] = useState(words.join(", "));
  return (
    <TextInput
      label={label}
      description="Words of their names, by commas; empty for all"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange(
          value
            .split(",")
            .map((word) => word.trim())
            .filter((word) => word.length > 1),
        );
      }}
    />
  );
}
