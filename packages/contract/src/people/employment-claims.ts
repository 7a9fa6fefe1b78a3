/** "I work there": said at registration (C008), confirmed or refused by the company. Nobody joins a company by their own word. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { requestOf } from "../request.ts";
import { employmentClaimStates } from "./employment-claim-states.ts";

const claim = requestOf(employmentClaimStates);
const decides = { can: ["company:can_create_staff"], effect: "sends", params: idParams } as const;

export const listAll = list("/companies/employment-claims", {
  spec: "added",
  because: "The company's queue of claims.",
  summary: "People who say that they work for one's company",
  can: ["company:can_view_staff"],
  row: claim.extend({
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone_end: z.string().nullable(),
    decided_by: z.string().nullable(),
    abilities,
  }),
  search: ["name", "email"],
  filters: { status: { kind: "choice", options: employmentClaimStates.states } },
  sorts: ["created_at", "decided_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});
const shows = ["person", "email"];
/** The person becomes an employee of the company. */
export const confirm = action(employmentClaimStates, "confirm", {
  asks: {
    label: "Confirm…",
    title: "Does this person work for you?",
    body: "They become an employee of your company here and see what employees see.",
    shows,
    done: "Confirmed. They are one of your employees now.",
  },
  refuses: { has_company: { status: 409, words: "This person belongs to a company already." } },
  call: post("/companies/employment-claims/{id}/confirm", {
    spec: "added",
    because: "A company confirms who works for it; nobody joins by their own word.",
    summary: "Confirm that somebody works for one's company",
    ...decides,
    response: z.object({ claim }),
  }),
});
export const refuse = action(employmentClaimStates, "refuse", {
  asks: {
    label: "Refuse…",
    title: "This person does not work for you?",
    body: "They stay a customer of their own and get a message.",
    shows,
    reason: "optional",
    style: "danger",
    done: "Refused.",
  },
  call: post("/companies/employment-claims/{id}/refuse", {
    spec: "added",
    because: "As confirm: the company refuses.",
    summary: "Say that somebody does not work for one's company",
    ...decides,
    body: form({ reason: "nullable|min:3|max:300" }),
    response: z.object({ claim }),
  }),
});

const own = { can: ["personal:can_view_personal_profile"], guards: [] } as const;
export const findOwn = get("/personal/employment-claim", {
  spec: "added",
  because: "The person sees what is waited for.",
  summary: "Outcome of one's own claim",
  ...own,
  response: z.object({ claim: claim.extend({ company: z.string() }).nullable() }),
});
export const withdrawOwn = action(employmentClaimStates, "withdraw", {
  call: post("/personal/employment-claim/withdraw", {
    spec: "added",
    because: "A wrong employer can be taken back.",
    summary: "Take one's claim back",
    ...own,
    response: z.object({ claim }),
  }),
});
