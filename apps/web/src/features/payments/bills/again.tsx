/** Paying the same again: at once, under a name, or by itself on a day. */
import { weekdayWords } from "@manilla/contract/cards/card-control-kinds";
import { billPlanPeriods, isAutomatic } from "@manilla/contract/payments/bill-plan-kinds";
import { naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useAction, useRecord } from "../../../shared/api/use-call.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { DateField, MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { againOf } from "../../../shared/payments/again.ts";
import type { Bill } from "./bill-parts.tsx";

const billPlans = calls.billPlans;

/** The ways to pay a bill's like again. */
export function PayAgain({ bill, base }: { bill: Bill; base: "/customer/bills" | "/corporate/bills/new" }): ReactNode {
  const [dialog, setDialog] = useState<"keep" | "plan">();
  const close = () => setDialog(undefined);
  const mayPlan = bill.status === "delivered" && bill.paid_from === "cash" && isAutomatic(bill.kind, bill.service);
  return (
    <>
      <Button component={Link} to={base} state={againOf(bill)} variant="default">
        Pay again
      </Button>
      <Button type="button" variant="default" onClick={() => setDialog("keep")}>
        Keep as favourite…
      </Button>
      {mayPlan && (
        <Button type="button" variant="default" onClick={() => setDialog("plan")}>
          Buy automatically…
        </Button>
      )}
      {dialog === "keep" && <KeepDialog bill={bill} onClose={close} />}
      {dialog === "plan" && <PlanDialog bill={bill} onClose={close} />}
    </>
  );
}

interface DialogProps {
  bill: Bill;
  onClose: () => void;
}
function KeepDialog({ bill, onClose }: DialogProps): ReactNode {
  const form = useCallForm(billPlans.keep, {
    initial: { bill_id: bill.id, name: "" },
    isGuarded: false,
    onDone: () => (toast("Kept."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Keep as favourite">
      <Form form={form}>
        <TextField
          name="name"
          label="Name"
          hint={`For ${bill.service_name}, ${bill.customer_no}`}
          maxLength={40}
          autoFocus
        />
        <SubmitButton onCancel={onClose}>Keep</SubmitButton>
      </Form>
    </Dialog>
  );
}

const days = (every: string) =>
  every === "week"
    ? weekdayWords.map((label, at) => ({ value: String(at + 1), label }))
    : Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));

function PlanDialog({ bill, onClose }: DialogProps): ReactNode {
  const form = useCallForm(billPlans.create, {
    initial: {
      bill_id: bill.id,
      every: "month",
      on_day: "1",
      maximum_kobo: bill.total_kobo as number | null,
      ends_on: "",
    },
    isGuarded: false,
    toBody: ({ bill_id, every, on_day, maximum_kobo, ends_on }) => ({
      bill_id,
      every: every as "week" | "month",
      on_day: Number(on_day),
      maximum_kobo: maximum_kobo ?? 0,
      ...(ends_on !== "" && { ends_on }),
    }),
    onDone: () => (toast("Bought automatically from now on."), onClose()),
  });
  const every = String(form.values.every);
  return (
    <Dialog opened onClose={onClose} title={`Buy ${naira(bill.amount_kobo)} automatically`}>
      <Form form={form}>
        <SelectField
          name="every"
          label="How often"
          choices={Object.entries(billPlanPeriods).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          name="on_day"
          label="On"
          hint={every === "month" ? "In a shorter month on its last day" : undefined}
          choices={days(every)}
        />
        <MoneyField name="maximum_kobo" label="At most" hint="With all charges; above this nothing is bought" />
        <DateField name="ends_on" label="Until" hint="Leave empty to go on until you end it" />
        <Notice tone="info">
          It is paid from your cash wallet, within your limits. Where the money is not there nothing is bought, and we
          tell you.
        </Notice>
        <SubmitButton onCancel={onClose}>Buy automatically</SubmitButton>
      </Form>
    </Dialog>
  );
}

/** What is kept under a name: paid again, or removed. */
export function Favourites({ base }: { base: "/customer/bills" | "/corporate/bills/new" }): ReactNode {
  const { data } = useRecord(billPlans.favourites, {});
  if (!data || data.favourites.length === 0) return null;
  return (
    <Panel title="Favourites">
      <ul className="list">
        {data.favourites.map((each) => (
          <Favourite key={each.id} favourite={each} base={base} />
        ))}
      </ul>
    </Panel>
  );
}

type Kept = Answer<typeof billPlans.favourites>["favourites"][number];
function Favourite({ favourite, base }: { favourite: Kept; base: string }): ReactNode {
  const { run, isPending } = useAction(billPlans.forget);
  const { id, name, service_name, customer_no, amount_kobo } = favourite;
  return (
    <li>
      <Link to={base} state={againOf(favourite)}>
        {name}
      </Link>{" "}
      <span className="muted">
        {service_name}, {customer_no}, last {naira(amount_kobo)}
      </span>{" "}
      <Button
        type="button"
        variant="subtle"
        size="compact-sm"
        loading={isPending}
        onClick={() => void run({ params: { id } }).then(() => toast("Removed."))}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
    </li>
  );
}
