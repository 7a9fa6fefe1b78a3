import type { Answer } from "../api/call.ts";
import type { calls } from "../api/calls.gen.ts";

type Contact = Answer<typeof calls.assignments.contacts>["contacts"][number];

/** How a person was reached, as people say it. */
export const contactChannelNames: Record<Contact["channel"], string> = {
  phone: "Phone",
  sms: "SMS",
  email: "E-mail",
  whatsapp: "WhatsApp",
  visit: "Visit",
};
/** What came of a contact, as people say it. */
export const contactOutcomeNames: Record<Contact["outcome"], string> = {
  reached: "Reached",
  no_answer: "No answer",
  wrong_number: "Wrong number",
  promised_to_pay: "Promised to pay",
  call_back: "Call back",
  refused: "Refused",
};
