import { day, naira } from "@manilla/contract/formats";
import { type BillKind, customerLabels } from "@manilla/contract/payments/bill-kinds";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { SelectField } from "../../../shared/form/more-fields.tsx";
import { useForm } from "../../../shared/form/use-call-form.tsx";
import { Facts, Notice } from "../../../shared/ui/kit.tsx";
import type { Checked } from "./form-facts.ts";

/** What was found, with the number and the service that were asked about. */
export type Owner = Answer<typeof calls.bills.verifyMeter> & Checked;
interface Props {
  kind: BillKind;
  services: readonly { service: string; name: string }[];
  owner: Owner | undefined;
  onOwner: (owner: Owner | undefined) => void;
}

const SERVICE: Partial<Record<BillKind, string>> = {
  electricity: "Distributor and meter",
  betting: "Betting company",
  tax: "Revenue service",
  tolls: "Road or tag",
};
const hasLetters = (kind: BillKind): boolean => kind === "tax" || kind === "tolls";

/** A meter, smart card or account: its owner's name is shown before anything is paid. */
export function OwnerFields({ kind, services, owner, onOwner }: Props): ReactNode {
  const form = useForm();
  const call = kind === "electricity" ? calls.bills.verifyMeter : calls.bills.verifyAccount;
  const { run, isPending, error } = useAction(call);
  const { service, customer_no } = form.values as { service: string; customer_no: string };
  const now = useRef({ service, customer_no });
  useEffect(() => void (now.current = { service, customer_no }), [service, customer_no]);
  const check = async () => {
    if (!service || !customer_no.trim()) return void form.submit();
    const asked = { service, customer_no };
    // An answer about what is no longer there is nobody's.
    const isOld = () => now.current.service !== service || now.current.customer_no !== customer_no;
    try {
      const found = await run({ body: asked });
      if (!isOld()) onOwner({ ...found, ...asked });
    } catch (failure) {
      if (isOld()) return;
      const [message] = failure instanceof CallError ? (failure.fields.customer_no ?? []) : [];
      if (message) form.refuse("customer_no", message);
    }
  };
  if (owner)
    return (
      <>
        <Facts
          items={[
            {
              label: SERVICE[kind] ?? "Service",
              value: services.find((each) => each.service === owner.service)?.name ?? "",
            },
            { label: customerLabels[kind], value: owner.customer_no },
            { label: "In the name of", value: owner.name ?? "Not said" },
            owner.address !== null && { label: "Address", value: owner.address },
            owner.current && {
              label: "Now on",
              value: `${owner.current.name}${owner.current.due_on ? `, until ${day(owner.current.due_on)}` : ""}`,
            },
            owner.outstanding_kobo > 0 && { label: "Owed on it", value: naira(owner.outstanding_kobo), figure: true },
          ]}
        />
        {owner.minimum_kobo > 0 && owner.outstanding_kobo > 0 && (
          <Notice tone="warning">What is owed is paid first: {naira(owner.minimum_kobo)} at least.</Notice>
        )}
        <div>
          <Button type="button" variant="default" onClick={() => onOwner(undefined)}>
            Change the number
          </Button>
        </div>
      </>
    );
  const isField = error instanceof CallError && error.fields.customer_no !== undefined;
  return (
    <>
      <SelectField
        name="service"
        label={SERVICE[kind] ?? "Service"}
        choices={services.map((each) => ({ value: each.service, label: each.name }))}
      />
      <TextField name="customer_no" label={customerLabels[kind]} inputMode={hasLetters(kind) ? "text" : "numeric"} />
      {error !== undefined && !isField && <Notice tone="danger">{errorText(error)}</Notice>}
      <div>
        <Button type="button" variant="default" loading={isPending} onClick={() => void check()}>
          Check the number
        </Button>
      </div>
    </>
  );
}
