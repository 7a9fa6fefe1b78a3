import { cardEnding, day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { FileField } from "../../../shared/form/file-field.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Found = Answer<typeof calls.secureCards.listOwn>;
type Secure = Found["secure_cards"][number];

const SAYS: Record<Secure["status"], string> = {
  requested: "We are looking for your deposit at the bank.",
  declined: "We could not make this card.",
  paid: "Your deposit is held for this card.",
  returned: "Your deposit came back.",
};

/** R131 for customers: a card on a deposit, requested with the receipt of the transfer. */
export default function OwnSecureCardScreen(): ReactNode {
  const answer = useRecord(calls.secureCards.listOwn, {});
  return (
    <Page
      width="form"
      lead="Pay in a deposit and spend as much with a card. It comes back when you close the card."
      actions={<Link to="/customer/cards">Your cards</Link>}
    >
      <Answered of={answer} height={300}>
        {(found) => (
          <>
            {found.secure_cards.map((secure) => (
              <One key={secure.id} secure={secure} />
            ))}
            {!found.secure_cards.some(({ status }) => status === "requested") && <Ask found={found} />}
          </>
        )}
      </Answered>
    </Page>
  );
}

const One = ({ secure }: { secure: Secure }): ReactNode => (
  <Panel title={secure.reference}>
    <Notice tone={secure.status === "declined" ? "warning" : secure.status === "requested" ? "info" : "success"}>
      {SAYS[secure.status]} {secure.status === "declined" && secure.decision_reason}
    </Notice>
    <Facts
      items={[
        { label: "Deposit", value: naira(secure.deposit_kobo), figure: true },
        secure.paid_on !== null && { label: "Came in on", value: day(secure.paid_on) },
        secure.card !== null && {
          label: "Card",
          value: <Link to={`/customer/cards/${secure.card.id}`}>{cardEnding(secure.card.last4)}</Link>,
        },
        secure.owed_kobo !== null &&
          secure.owed_kobo > 0 && { label: "Paid what was owed", value: naira(secure.owed_kobo), figure: true },
        secure.returned_kobo !== null && {
          label: "In your cash wallet again",
          value: naira(secure.returned_kobo),
          figure: true,
        },
      ]}
    />
  </Panel>
);

function Ask({ found: { account, minimum_kobo, maximum_kobo } }: { found: Found }): ReactNode {
  const { ask } = calls.secureCards;
  const form = useCallForm(ask, {
    initial: {
      deposit_kobo: null as number | null,
      form: "virtual" as "virtual" | "physical",
      delivery_address: "",
      delivery_state: "",
      document: null as File | null,
    },
    isGuarded: "draft",
    toBody: ({ deposit_kobo, form: kind, delivery_address, delivery_state }) => ({
      deposit_kobo: String(deposit_kobo ?? 0),
      form: kind,
      ...(kind === "physical" && { delivery_address, delivery_state }),
    }),
    onDone: () => {
      form.discardDraft();
      toast("We have your receipt. Your card is made as soon as we find the deposit.");
    },
  });
  return (
    <Panel title="Ask for a secure card">
      <ol>
        <li>
          Transfer {naira(minimum_kobo)} to {naira(maximum_kobo)} from your own account
          {account ? ` to our account ${account}` : "; ask us for our account number"}.
        </li>
        <li>Send us the receipt.</li>
      </ol>
      <Form form={form}>
        <MoneyField name="deposit_kobo" label="Deposit" hint="Exactly what you transferred" />
        <SelectField
          name="form"
          label="Card"
          choices={[
            { value: "virtual", label: "For paying online" },
            { value: "physical", label: "In your hand" },
          ]}
        />
        {form.values.form === "physical" && (
          <>
            <TextField name="delivery_address" label="Where we send it" />
            <TextField name="delivery_state" label="State" />
          </>
        )}
        <FileField name="document" label="The receipt of your transfer" of={ask} />
        <SubmitButton>Send the receipt</SubmitButton>
      </Form>
    </Panel>
  );
}
