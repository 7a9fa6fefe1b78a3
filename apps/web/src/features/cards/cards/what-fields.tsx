import { states } from "@manilla/contract/nigeria/states";
import type { ReactNode } from "react";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { CheckboxField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";

const regions = states.map(({ name }) => ({ value: name, label: name }));

/** What differs between a card of plastic and one without: where it goes, or for what alone it pays. */
export const WhatFields = ({ isPhysical }: { isPhysical: boolean }): ReactNode =>
  isPhysical ? (
    <FieldRow>
      <TextAreaField name="delivery_address" label="Where should it go?" rows={2} />
      <SelectField name="delivery_state" label="State" choices={regions} />
    </FieldRow>
  ) : (
    <>
      <TextField
        name="merchant_lock"
        label="Only at this merchant"
        hint="Leave it empty for a card that pays everywhere"
      />
      <CheckboxField name="is_single_use" label="For one payment" hint="It is of no use afterwards" />
    </>
  );

export const forms = [
  { value: "virtual", label: "Virtual", hint: "In the app, for paying online" },
  { value: "physical", label: "Physical", hint: "A plastic card, sent to an address" },
] as const;
