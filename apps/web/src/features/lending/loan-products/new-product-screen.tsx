import { isoDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm, type Values } from "../../../shared/form/use-call-form.tsx";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { TermsFields } from "./terms-fields.tsx";
import { fieldOfTerms, termsOf, termsRules, valuesOf } from "./terms-form.ts";
import { TrialQuote } from "./trial-quote.tsx";

const kinds = [
  { value: "personal", label: "Personal loan" },
  { value: "pay", label: "Pay later" },
  { value: "credit-card", label: "Credit card" },
  { value: "device", label: "Device" },
  { value: "business", label: "Business loan" },
];
type Kind = "personal" | "pay" | "credit-card" | "device" | "business";

/** `Salary loan` → `salary-loan`: what the code is unless somebody wants another. */
const codeFrom = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
const text = (values: Values, field: string): string => (typeof values[field] === "string" ? values[field].trim() : "");

/** A new product with its first terms; it waits for a second person. */
export default function NewProductScreen(): ReactNode {
  const navigate = useNavigate();
  const initial: Values = {
    name: "",
    code: "",
    kind: "personal",
    description: "",
    ...valuesOf(null, isoDay(new Date())),
  };
  const form = useCallForm(calls.loanProducts.create, {
    initial,
    rules: {
      name: "required|min:3|max:80",
      kind: "required",
      code: "nullable|max:40",
      description: "nullable|max:500",
      ...termsRules,
    },
    toBody: (values) => ({
      name: text(values, "name"),
      code: text(values, "code") || codeFrom(text(values, "name")),
      kind: text(values, "kind") as Kind,
      description: text(values, "description"),
      version: termsOf(values),
    }),
    fieldOf: fieldOfTerms,
    onDone: async ({ approval_id }) => {
      toast("Sent. The product is offered once a second person agrees.");
      await navigate(`/admin/approvals/${approval_id}`);
    },
  });
  return (
    <Page>
      <div className="beside">
        <div>
          <Form form={form}>
            <Notice tone="info">
              A second person with the same right has to agree before anybody can borrow on it.
            </Notice>
            <Panel title="Product">
              <div className="stack">
                <FieldRow>
                  <TextField name="name" label="Name" maxLength={80} />
                  <SelectField name="kind" label="Kind" choices={kinds} />
                </FieldRow>
                <TextField
                  name="code"
                  label="Code"
                  hint={`Small letters, digits and dashes; ${codeFrom(text(form.values, "name")) || "made from the name"} unless you choose another`}
                  maxLength={40}
                />
                <TextAreaField name="description" label="What customers read about it" rows={2} />
              </div>
            </Panel>
            <TermsFields />
            <SubmitButton>Send for approval</SubmitButton>
          </Form>
        </div>
        <aside aria-label="Trial quote">
          <TrialQuote values={form.values} />
        </aside>
      </div>
    </Page>
  );
}
