import { Button, Checkbox, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { useSettled } from "../../../shared/ui/use-settled.ts";
import type { Step } from "./chains-screen.tsx";

interface Named {
  id: string;
  name: string;
}
interface Props {
  step: Step;
  number: number;
  departments: readonly Named[];
  /** Empty where these requests have none. */
  categories: readonly Named[];
  /** Those whom the chain names by now. */
  requesters: readonly Named[];
  onChange: (values: Partial<Step>) => void;
}

/** Which requests a step is for: by department, category and requester; with none chosen, all. */
export function StepConditions({ step, number, departments, categories, requesters, onChange }: Props): ReactNode {
  const { department_ids = [], category_ids = [], requester_ids = [] } = step;
  const chosen = department_ids.length + category_ids.length + requester_ids.length;
  return (
    <details>
      <summary>{chosen > 0 ? `Only for some requests (${chosen} chosen)` : "For all requests"}</summary>
      <div className="stack-12">
        <SomeOf
          label={`Departments of step ${number}`}
          all={departments}
          ids={department_ids}
          onChange={(ids) => onChange({ department_ids: ids })}
        />
        <SomeOf
          label={`Categories of step ${number}`}
          all={categories}
          ids={category_ids}
          onChange={(ids) => onChange({ category_ids: ids })}
        />
        <SomePeople
          label={`Requested by, step ${number}`}
          known={requesters}
          ids={requester_ids}
          onChange={(ids) => onChange({ requester_ids: ids })}
        />
      </div>
    </details>
  );
}

interface ChosenProps {
  label: string;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

function SomeOf({ label, all, ids, onChange }: ChosenProps & { all: readonly Named[] }): ReactNode {
  if (all.length === 0 && ids.length === 0) return null;
  // What was archived since stays chosen until somebody takes it off.
  const gone = ids.filter((id) => !all.some((one) => one.id === id)).map((id) => ({ id, name: "No longer there" }));
  return (
    <Checkbox.Group label={label} value={[...ids]} onChange={onChange}>
      <div className="stack" style={{ gap: 8, marginTop: 8, maxHeight: 220, overflowY: "auto" }}>
        {[...all, ...gone].map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function SomePeople({ label, known, ids, onChange }: ChosenProps & { known: readonly Named[] }): ReactNode {
  const [text, setText] = useState("");
  const [seen, setSeen] = useState<readonly Named[]>(known);
  const search = useSettled(text.trim());
  const isAsked = search.length >= 2;
  const { data } = useCall(calls.team.choices, { query: { search } }, { enabled: isAsked });
  const found = isAsked ? (data?.people ?? []).filter(({ id }) => !ids.includes(id)).slice(0, 10) : [];
  const add = (person: Named): void => {
    setSeen([...seen, person]);
    setText("");
    onChange([...ids, person.id]);
  };
  return (
    <div className="stack" style={{ gap: 8 }}>
      <TextInput
        label={label}
        description="Type a part of a name. Nobody chosen: everybody"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found.map((person) => (
        <Button key={person.id} variant="default" size="compact-sm" onClick={() => add(person)}>
          Add {person.name}
        </Button>
      ))}
      {ids.length > 0 && (
        <ul className="list stack-8">
          {ids.map((id) => {
            const name = seen.find((one) => one.id === id)?.name ?? "Somebody who is gone";
            return (
              <li key={id}>
                {name}{" "}
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Take off ${name}`}
                  onClick={() => onChange(ids.filter((one) => one !== id))}
                >
                  Take off
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
