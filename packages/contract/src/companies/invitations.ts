/** Somebody who has an account is invited into a company: they accept with that account, or decline. */
import { z } from "zod";
import { get, idParams, post } from "../endpoint.ts";
import { moment } from "../time.ts";

const answers = {
  can: ["personal:can_update_personal_profile"],
  guards: ["password_changed"],
  effect: "sends",
  params: idParams,
} as const;

export const listOwn = get("/personal/employment-invitations", {
  spec: "added",
  because: "A company also invites people who have an account; the company does not learn that they have one.",
  summary: "Companies that have invited the caller",
  can: ["personal:can_view_personal_profile"],
  response: z.object({
    invitations: z.array(
      z.object({
        id: z.uuid(),
        company: z.string(),
        position: z.string().nullable(),
        roles: z.array(z.string()),
        invited_until: moment,
      }),
    ),
    /** The company that the caller works for: they cannot join another before they leave it. */
    employer: z.string().nullable(),
  }),
});

export const accept = post("/personal/employment-invitations/{id}/accept", {
  spec: "added",
  because: "The invited person joins with the account that they have.",
  summary: "Accept a company's invitation, by the link in its letter",
  ...answers,
  /** Of the letter: that somebody registered with an address does not prove that its letters reach them. */
  body: z.strictObject({ letter: z.string().max(100) }),
  response: z.object({ company_id: z.uuid() }),
});

export const decline = post("/personal/employment-invitations/{id}/decline", {
  spec: "added",
  because: "Who does not work there says so, and the company's place is free again.",
  summary: "Decline a company's invitation",
  ...answers,
  response: z.object({ declined: z.literal(true) }),
});
