import type { ReactNode } from "react";
import { CheckboxField } from "../../../shared/form/more-fields.tsx";

/** The pages open beside the form, so that nothing typed is lost. */
export const TermsField = (): ReactNode => (
  <div className="stack-8">
    <CheckboxField name="accepts_terms" label="I accept the terms and the privacy notice" />
    <p className="small">
      Read the{" "}
      <a href="/terms" target="_blank" rel="noreferrer">
        terms
      </a>{" "}
      and the{" "}
      <a href="/privacy" target="_blank" rel="noreferrer">
        privacy notice
      </a>
      . Each opens in a new tab.
    </p>
  </div>
);
