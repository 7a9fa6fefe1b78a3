/** The questions about a card that are more than a yes. */
import { dollars, naira } from "@manilla/contract/formats";
import { states } from "@manilla/contract/nigeria/states";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { RecordDialog } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction, useCall } from "../../../shared/api/use-call.ts";
import { RadioField } from "../../../shared/form/choices.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { CardFee } from "./card-fee.tsx";
import type { Card } from "./card-work.ts";
import styles from "./cards.module.css";

const cards = calls.cards;
type CardDialog = RecordDialog<Card>;

/** Which of the three calls activates this card: one's own, one's company's in one's hand, or a company's credit card that it hands over. */
const activationOf = ({ abilities, company, is_own }: Card) =>
  is_own && "activate" in abilities ? (company ? cards.activateUser : cards.activate) : cards.activateCredit;

export const ActivateDialog: CardDialog = ({ record: card, onClose }) => {
  const isPhysical = card.form === "physical";
  const form = useCallForm(activationOf(card), {
    initial: { last4: "" },
    isGuarded: false,
    rules: isPhysical ? { last4: "required|number|length:4" } : {},
    toBody: ({ last4 }) => ({ card_id: card.id, ...(isPhysical && { last4 }) }),
    onDone: () => (toast("Activated. The card pays from now on."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Activate this card">
      <Form form={form}>
        {isPhysical ? (
          <TextField name="last4" label="Last four digits" hint="On the front of the card" digits={4} />
        ) : (
          <p>It pays online as soon as it is active.</p>
        )}
        {card.replaces && <p className="small muted">The card that it replaces is closed.</p>}
        <SubmitButton onCancel={onClose}>Activate</SubmitButton>
      </Form>
    </Dialog>
  );
};

/** A page of the issuer in a frame: what is shown or typed there does not pass through us. */
function Frame({
  title,
  lead,
  onClose,
  open,
  instead,
}: {
  title: string;
  lead: string;
  onClose: () => void;
  open: () => Promise<string | null>;
  instead?: { label: string; run: () => Promise<void> };
}): ReactNode {
  const [address, setAddress] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return (
    <Dialog opened onClose={onClose} title={title}>
      <div className="stack">
        <p>{lead}</p>
        {problem !== undefined && <Notice tone="danger">{errorText(problem)}</Notice>}
        {address ? (
          <iframe
            className={styles.frame}
            title={`${title}, at the issuer`}
            src={address}
            sandbox="allow-forms allow-scripts allow-same-origin"
            referrerPolicy="no-referrer"
          />
        ) : (
          <div className="buttons">
            <Button loading={isBusy} onClick={() => void act(async () => setAddress((await open()) ?? undefined))}>
              Open
            </Button>
            {instead && (
              <Button variant="default" disabled={isBusy} onClick={() => void act(instead.run)}>
                {instead.label}
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

export const DetailsDialog: CardDialog = ({ record: { id }, onClose }) => {
  const { run } = useAction(cards.showDetails);
  return (
    <Frame
      title="Number and security code"
      lead="The issuer of the card shows them, once each time. Nobody else sees them, and neither do we."
      onClose={onClose}
      open={async () => (await run({ params: { id } })).frame_url}
    />
  );
};

export const PinDialog: CardDialog = ({ record: { id: card_id }, onClose }) => {
  const { run } = useAction(cards.requestPin);
  const bySms = async (): Promise<void> => {
    await run({ body: { card_id, by_sms: true } });
    toast("The issuer sends a new PIN to your phone.");
    onClose();
  };
  return (
    <Frame
      title="PIN"
      lead="Set, change or unlock your PIN at the issuer of the card. Nobody else sees it, and neither do we."
      onClose={onClose}
      open={async () => (await run({ body: { card_id } })).frame_url}
      instead={{ label: "Send one by SMS", run: bySms }}
    />
  );
};

const WHY = [
  { value: "lost", label: "Lost", hint: "It is closed at once, and a new one is made" },
  { value: "stolen", label: "Stolen", hint: "It is closed at once, and a new one is made" },
  { value: "damaged", label: "Damaged", hint: "It pays until you activate the new one" },
] as const;

export const ReplaceDialog: CardDialog = ({ record: card, onClose }) => {
  const isPhysical = card.form === "physical";
  const form = useCallForm(cards.replace, {
    initial: {
      because: "lost",
      delivery_address: card.delivery_address ?? "",
      delivery_state: card.delivery_state ?? "",
    },
    params: { id: card.id },
    isGuarded: false,
    toBody: ({ because, ...delivery }) => ({ because: because as "lost", ...(isPhysical && delivery) }),
    onDone: () => (toast("A new card is being made."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="What happened to this card?">
      <Form form={form}>
        <RadioField name="because" legend="It was" choices={WHY} />
        {isPhysical && (
          <>
            <TextAreaField name="delivery_address" label="Where should the new one go?" rows={2} />
            <SelectField
              name="delivery_state"
              label="State"
              choices={states.map(({ name }) => ({ value: name, label: name }))}
            />
          </>
        )}
        <CardFee isPhysical={isPhysical} isCompany={card.company !== null} />
        <SubmitButton onCancel={onClose}>Have it replaced</SubmitButton>
      </Form>
    </Dialog>
  );
};

export const CloseDialog: CardDialog = ({ record: { id }, onClose }) => {
  const found = useCall(cards.closing, { params: { id } });
  const form = useCallForm(cards.close, {
    initial: { reason: "" },
    params: { id },
    isGuarded: false,
    onDone: () => (toast("Closed permanently."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Close this card permanently?">
      <Form form={form}>
        <Answered of={found} height={60}>
          {({ open, returns, dollars_cents }) => (
            <ul>
              <li>It never pays again.</li>
              {returns && (
                <li>
                  {naira(returns.amount_kobo)} goes back to {returns.to}.
                </li>
              )}
              {dollars_cents !== null && (
                <li>Its {dollars(dollars_cents)} become naira in your cash wallet, at the rate of the day.</li>
              )}
              {open.map(({ label }) => (
                <li key={label}>Still open: {label}</li>
              ))}
            </ul>
          )}
        </Answered>
        <TextAreaField name="reason" label="Why" rows={2} />
        <SubmitButton onCancel={onClose}>Close it</SubmitButton>
      </Form>
    </Dialog>
  );
};

export const ShipDialog: CardDialog = ({ record: { id }, onClose }) => {
  const form = useCallForm(cards.ship, {
    initial: { carrier_reference: "" },
    params: { id },
    isGuarded: false,
    onDone: () => (toast("Its holder hears that it is on its way."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Given to the carrier">
      <Form form={form}>
        <TextField name="carrier_reference" label="The carrier's number" />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
};
