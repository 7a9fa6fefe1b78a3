import { BUREAU_REPORT_DAYS } from "@manilla/contract/lending/loan-products";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { CheckboxField, DateField, MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { useForm } from "../../../shared/form/use-call-form.tsx";
import { LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import styles from "./products.module.css";
import { ORDERS, orderInWords, type Terms } from "./product-words.ts";
import { MAX_FEES } from "./terms-form.ts";

/** The fields of dated terms, in the order in which one thinks of them. */
export function TermsFields(): ReactNode {
  const { values } = useForm();
  return (
    <>
      <Panel title="Price">
        <div className="stack">
          <FieldRow>
            <DateField name="valid_from" label="Holds from" hint="Loans requested from this day on" />
            <TextField name="annual_rate_percent" label="Rate, percent a year" inputMode="decimal" />
          </FieldRow>
          <FieldRow>
            <SelectField
              name="method"
              label="Interest is charged"
              choices={[
                { value: "declining", label: "On what is still owed" },
                { value: "flat", label: "Flat on the amount" },
                { value: "equal_principal", label: "On what is owed, equal principal" },
              ]}
            />
            <SelectField
              name="interest"
              label="Interest is counted"
              choices={[
                { value: "per_period", label: "Per instalment period" },
                { value: "daily", label: "By the day" },
              ]}
            />
          </FieldRow>
          {values["interest"] === "daily" && (
            <SelectField
              name="day_count"
              label="Days of a year"
              choices={[
                { value: "actual/365", label: "Actual days, 365" },
                { value: "actual/360", label: "Actual days, 360" },
                { value: "30/360", label: "Months of 30 days, 360" },
                { value: "actual/actual", label: "Actual days, 365 or 366" },
              ]}
            />
          )}
        </div>
      </Panel>
      <Panel title="Amount and term">
        <div className="stack">
          <FieldRow>
            <MoneyField name="minimum_principal_kobo" label="Smallest amount" />
            <MoneyField name="maximum_principal_kobo" label="Largest amount" />
          </FieldRow>
          <FieldRow>
            <TextField name="minimum_instalments" label="Fewest instalments" inputMode="numeric" />
            <TextField name="maximum_instalments" label="Most instalments" inputMode="numeric" />
          </FieldRow>
          <FieldRow>
            <TextField name="principal_grace" label="Instalments of interest only at first" inputMode="numeric" />
            <TextField name="offer_valid_days" label="Offer validity in days" inputMode="numeric" />
          </FieldRow>
          <SelectField
            name="bureau_reports_required"
            label="Credit bureau reports before a grant"
            hint={`At most ${BUREAU_REPORT_DAYS} days old, of different bureaus; before a rescheduling too`}
            choices={[
              { value: "0", label: "None" },
              { value: "1", label: "One" },
              { value: "2", label: "Two" },
            ]}
          />
          <CheckboxField name="follows_salary_day" label="Due dates follow the person's salary day" />
          <FieldRow>
            <MoneyField name="rounding_multiple_kobo" label="Instalments are rounded to" />
            <SelectField
              name="rounding_mode"
              label="Rounded"
              choices={[
                { value: "nearest", label: "To the nearest" },
                { value: "up", label: "Up" },
              ]}
            />
          </FieldRow>
        </div>
      </Panel>
      <Fees />
      <LateAndEarly />
    </>
  );
}

/** The orders to choose from, and the one that the terms have where it is another. */
function orderChoices(current: unknown): { value: string; label: string }[] {
  const offered = ORDERS.map((order) => order.join());
  const all =
    typeof current === "string" && current !== "" && !offered.includes(current) ? [...offered, current] : offered;
  return all.map((value) => ({
    value,
    label: orderInWords(value.split(",") as NonNullable<Terms["allocation_order"]>),
  }));
}

function LateAndEarly(): ReactNode {
  const { values } = useForm();
  const kind = values["penalty_kind"];
  return (
    <Panel title="Paying late and early">
      <div className="stack">
        <FieldRow>
          <SelectField
            name="penalty_kind"
            label="Penalty for a late instalment"
            choices={[
              { value: "none", label: "None" },
              { value: "fixed", label: "A fixed sum" },
              { value: "percentage", label: "A share of what is overdue" },
              { value: "hybrid", label: "A fixed sum and a share" },
            ]}
          />
          <TextField name="grace_days" label="Days of grace" inputMode="numeric" />
        </FieldRow>
        {kind !== "none" && (
          <FieldRow>
            {kind !== "percentage" && <MoneyField name="penalty_kobo" label="Fixed sum" />}
            {kind !== "fixed" && <TextField name="penalty_percent" label="Share, percent" inputMode="decimal" />}
            {kind !== "fixed" && <MoneyField name="penalty_minimum_kobo" label="At least" />}
            <TextField name="penalty_cap" label="At most, percent a month" inputMode="decimal" />
          </FieldRow>
        )}
        <FieldRow>
          <MoneyField
            name="materiality_floor_kobo"
            label="Counts as overdue from"
            hint="A smaller rest stays due without being late"
          />
          <TextField
            name="materiality_percent"
            label="Or from, percent of the loan"
            inputMode="decimal"
            hint="The smaller of the two holds"
          />
        </FieldRow>
        <SelectField
          name="allocation_order"
          label="A payment covers, in this order"
          hint="Inside each instalment; the oldest instalment first"
          choices={orderChoices(values["allocation_order"])}
        />
        <SelectField
          name="settlement_interest"
          label="Interest when a loan is paid off early"
          choices={[
            { value: "to_date", label: "To the day of payment" },
            { value: "to_period_end", label: "To the end of the period" },
          ]}
        />
        <CheckboxField
          name="interest_on_overdue"
          label="Overdue principal bears interest"
          hint="At the rate of the loan until it is paid, after the last due date too. Without it, overdue principal bears the penalty only."
        />
        {values["method"] === "flat" && (
          <SelectField
            name="flat_prepayment"
            label="Flat interest when money is paid ahead"
            choices={[
              { value: "proportional", label: "Lower for the periods that have not begun" },
              { value: "none", label: "Stays as agreed" },
            ]}
          />
        )}
      </div>
    </Panel>
  );
}

function Fees(): ReactNode {
  const form = useForm();
  const shown = Number(form.values["fee_count"] ?? 0);
  const remove = (at: number): void => {
    const moved = ["name", "when", "percent", "kobo", "vat"].flatMap((part) =>
      Array.from(
        { length: shown - at },
        (_, index) => [`fee_${part}_${at + index}`, form.values[`fee_${part}_${at + index + 1}`] ?? ""] as const,
      ),
    );
    form.setMany({ ...Object.fromEntries(moved), fee_count: shown - 1 });
  };
  return (
    <Panel
      title="Fees"
      actions={
        shown < MAX_FEES && (
          <Button
            size="xs"
            variant="default"
            onClick={() => form.setMany({ [`fee_when_${shown}`]: "upfront", fee_count: shown + 1 })}
          >
            Add a fee
          </Button>
        )
      }
    >
      {shown === 0 && <p className="muted">No fees.</p>}
      {Array.from({ length: shown }, (_, index) => (
        <fieldset
          key={`${index} of ${shown}`}
          className={styles.fee}
          aria-label={`Fee ${index + 1}`}
          style={{ border: 0, margin: 0 }}
        >
          <TextField name={`fee_name_${index}`} label="Name" maxLength={60} />
          <SelectField
            name={`fee_when_${index}`}
            label="Taken"
            choices={[
              { value: "upfront", label: "Once" },
              { value: "each_instalment", label: "Each instalment" },
            ]}
          />
          <TextField name={`fee_percent_${index}`} label="Percent" inputMode="decimal" />
          <MoneyField name={`fee_kobo_${index}`} label="Fixed sum" />
          <TextField name={`fee_vat_${index}`} label="VAT, percent" inputMode="decimal" />
          <div>
            <LinkButton onClick={() => remove(index)}>Remove</LinkButton>
          </div>
        </fieldset>
      ))}
    </Panel>
  );
}
