import { isoDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Notice } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Product } from "./product-words.ts";
import { TermsFields } from "./terms-fields.tsx";
import { fieldOfTerms, termsOf, termsRules, valuesOf } from "./terms-form.ts";
import { TrialQuote } from "./trial-quote.tsx";

const DAY_MS = 86_400_000;

/** New terms for a product, written over those that hold; they wait for a second person. */
export default function NewTermsScreen(): ReactNode {
  const { id = "" } = useParams();
  const answer = useCall(calls.loanProducts.listAll, {});
  const { data } = answer;
  const product = data?.products.find((one) => one.id === id);
  return (
    <Page
      title={product ? `New terms for ${product.name}` : "New terms"}
      lead={product && <Link to={`/admin/loan-products/${id}`}>Back to the product</Link>}
    >
      <Answered of={answer} height={320}>
        {() =>
          product ? (
            <TermsForm product={product} />
          ) : (
            <Empty title="There is no such product" action={<Link to="/admin/loan-products">All products</Link>} />
          )
        }
      </Answered>
    </Page>
  );
}

function TermsForm({ product }: { product: Product }): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.loanProducts.addVersion, {
    initial: valuesOf(product.current ?? product.versions[0] ?? null, isoDay(new Date(Date.now() + DAY_MS))),
    params: { id: product.id },
    rules: termsRules,
    toBody: termsOf,
    fieldOf: fieldOfTerms,
    onDone: async ({ approval_id }) => {
      toast("Sent. The terms hold once a second person agrees.");
      await navigate(`/admin/approvals/${approval_id}`);
    },
  });
  return (
    <div className="beside">
      <div>
        <Form form={form}>
          <Notice tone="info">
            A second person with the same right has to agree before these terms hold. Running loans keep the terms that
            they began with.
          </Notice>
          <TermsFields />
          <SubmitButton>Send for approval</SubmitButton>
        </Form>
      </div>
      <aside aria-label="Trial quote">
        <TrialQuote values={form.values} />
      </aside>
    </div>
  );
}
