import { categoryWords } from "@manilla/contract/people/complaint-categories";
import type { ReactNode } from "react";
import { SelectField, TextAreaField } from "../form/more-fields.tsx";

/** What a complaint is about, and its text: written by the complainant, or by a colleague for them. @param hint below the text */
export const ComplaintFields = ({ hint }: { hint: string }): ReactNode => (
  <>
    <SelectField
      name="category"
      label="About"
      choices={Object.entries(categoryWords).map(([value, label]) => ({ value, label }))}
    />
    <TextAreaField name="text" label="What happened" hint={hint} rows={5} />
  </>
);

/** For a colleague who takes it down by telephone. */
export const TAKEN_DOWN = "In their words, with days and amounts";
