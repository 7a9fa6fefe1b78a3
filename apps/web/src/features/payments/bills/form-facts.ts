/** What a bill's form knows while its fields change: whose number it is, what is chosen, and what is still lacking. Pure. */
import { naira } from "@manilla/contract/formats";
import { guessNetwork } from "@manilla/contract/payments/bill-kinds";

/** A number and where it belongs, as they were when it was checked. */
export interface Checked {
  service: string;
  customer_no: string;
}

/** What was found of a number: of this one only. The answer about another one, or of another service, is no answer. */
export const foundFor = <Found extends Checked>(
  found: Found | undefined,
  { service, customer_no }: Checked,
): Found | undefined => (found?.service === service && found.customer_no === customer_no ? found : undefined);

type Typed = Record<"phone" | "service" | "customer_no" | "item", string>;

/**
 * What else changes with fields: the network follows its number until it is chosen by hand, and a bundle or plan is of the
 * service that it was chosen from.
 * @param services those that are sold
 */
export function withWhatFollows<Change extends Partial<Record<string, unknown>>>(
  before: Pick<Typed, "phone" | "service">,
  change: Change,
  services: readonly string[],
): Change & Partial<Pick<Typed, "service" | "item">> {
  const phone = typeof change.phone === "string" ? change.phone : before.phone;
  const guessOf = (number: string): string => services.find((service) => service === guessNetwork(number)) ?? "";
  const isOurs = before.service === "" || before.service === guessOf(before.phone);
  const guessed = phone !== before.phone && isOurs ? { service: guessOf(phone) } : {};
  const changed = { ...guessed, ...change };
  const isOther = typeof changed.service === "string" && changed.service !== before.service;
  return { ...(isOther && { item: "" }), ...changed };
}

/** Why something that is listed cannot be paid in one bill; shown before it is chosen. */
export const tooDear = (item: { price_kobo: number } | undefined, most_kobo: number): string | undefined =>
  item && item.price_kobo > most_kobo ? `above the ${naira(most_kobo)} of one bill` : undefined;

/** What is lacking although every field is filled, at the field where it is mended. */
export function lacking(form: {
  hasOwner: boolean;
  isChecked: boolean;
  hasItems: boolean;
  isChosen: boolean;
  /** Why what is chosen is not sold in one bill. */
  tooDear?: string | undefined;
}): { field: "customer_no" | "item"; message: string } | undefined {
  if (form.hasOwner && !form.isChecked) return { field: "customer_no", message: "check the number first" };
  if (form.hasItems && !form.isChosen) return { field: "item", message: "choose one that is sold now" };
  if (form.hasItems && form.tooDear) return { field: "item", message: form.tooDear };
  return undefined;
}
