/** What money recorded by hand asks for: the paper it came with, and the day. */
import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { send } from "../api/call.ts";
import { errorText } from "../api/errors.ts";
import { FileField } from "./file-field.tsx";
import { DateField } from "./more-fields.tsx";
import { useForm } from "./use-call-form.tsx";

/** Rules of the fields below, for forms that show them. */
export const evidenceRules = { slip: "required", received_on: "nullable" };
export const noEvidence = { slip: null as File | null, slip_id: "", received_on: "" };

/** The server names the id, the form shows the file. */
export const slipAt = (name: string): string => (name === "slip_id" ? "slip" : name);

interface Values {
  slip_id: string;
  received_on: string;
}
/** The part of a body that the fields fill. */
export const evidenceOf = ({ slip_id, received_on }: Values): { slip_id?: string; received_on?: string } => ({
  ...(slip_id !== "" && { slip_id }),
  ...(received_on !== "" && { received_on }),
});

/** The slip is kept as soon as it is chosen; the form sends its id as `slip_id`. */
export function SlipField({
  label = "Slip",
  hint = "The bank slip, transfer advice or receipt of this money",
}: {
  label?: string;
  hint?: string;
}): ReactNode {
  const form = useForm();
  const keep = async (file: File): Promise<string | undefined> => {
    try {
      form.set("slip_id", (await send(calls.slips.uploadSlip, {}, { files: { slip: file } })).id);
      return undefined;
    } catch (error) {
      return errorText(error);
    }
  };
  return <FileField name="slip" label={label} hint={hint} of={calls.slips.uploadSlip} keep={keep} />;
}

/** Slip and day received. */
export const EvidenceFields = (): ReactNode => (
  <>
    <DateField name="received_on" label="Received on" hint="Empty: today. An earlier day takes a second person." />
    <SlipField />
  </>
);
