import { naira } from "@manilla/contract/formats";
import { type ReactNode, useId } from "react";
import { useField } from "../../../shared/form/field.ts";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import type { Plan } from "./apply-screen.tsx";
import styles from "./loans.module.css";

/** A step of the slider: about a hundred of them, in whole thousands of naira. */
const stepOf = (plan: Plan): number =>
  Math.max(100_000, Math.round((plan.maximum_principal_kobo - plan.minimum_principal_kobo) / 100 / 100_000) * 100_000);

/** The amount: typed to the kobo, or drawn in round steps. */
export function AmountChoice({ plan, isPossible }: { plan: Plan; isPossible: boolean }): ReactNode {
  const field = useField({ name: "principal_kobo", label: "Amount" });
  const value = typeof field.value === "number" ? field.value : plan.minimum_principal_kobo;
  const bounds = `${naira(plan.minimum_principal_kobo)} to ${naira(plan.maximum_principal_kobo)}`;
  return (
    <div className={styles.stack}>
      <MoneyField name="principal_kobo" label="Amount" hint={bounds} />
      <div>
        <input
          type="range"
          className={styles.slider}
          aria-label="Amount, in steps"
          aria-valuetext={naira(value)}
          min={plan.minimum_principal_kobo}
          max={plan.maximum_principal_kobo}
          step={stepOf(plan)}
          value={value}
          onChange={(event) => field.set(Number(event.currentTarget.value))}
        />
        <div className={styles.ends} aria-hidden="true">
          <span>{naira(plan.minimum_principal_kobo)}</span>
          <span>{naira(plan.maximum_principal_kobo)}</span>
        </div>
      </div>
      {!isPossible && typeof field.value === "number" && !field.error && (
        <p className="small" style={{ color: "var(--danger-text)" }} role="status">
          This plan lends {bounds}.
        </p>
      )}
    </div>
  );
}

const MAX_PILLS = 12;

/** How many instalments: each of a few, or a list where there are many. */
export function InstalmentChoice({ plan }: { plan: Plan }): ReactNode {
  const field = useField({ name: "instalments", label: "Instalments" });
  const group = useId();
  const choices = Array.from(
    { length: plan.maximum_instalments - plan.minimum_instalments + 1 },
    (_, index) => plan.minimum_instalments + index,
  );
  if (choices.length > MAX_PILLS)
    return (
      <SelectField
        name="instalments"
        label="Monthly instalments"
        choices={choices.map((number) => ({ value: String(number), label: String(number) }))}
      />
    );
  return (
    <fieldset className={styles.instalments}>
      <legend>Monthly instalments</legend>
      <div className={styles.pills}>
        {choices.map((number, index) => (
          <label key={number} className={styles.pill}>
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name={group}
              checked={Number(field.value) === number}
              onChange={() => field.set(number)}
            />
            {number}
          </label>
        ))}
      </div>
      {field.error && (
        <p className="small" style={{ color: "var(--danger-text)" }}>
          {field.error}
        </p>
      )}
    </fieldset>
  );
}
