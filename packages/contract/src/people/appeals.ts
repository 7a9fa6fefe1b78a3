/** A declined person asks to be looked at again (C052, C053; screens R086, R009). */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { reasonRule } from "../reasons.ts";
import { own_request, requestOf } from "../request.ts";
import { appealStates } from "./appeal-states.ts";

const appeal = requestOf(appealStates).extend({ text: z.string() });
const decides = { can: ["provider:can_update_staff"], effect: "sends", params: idParams } as const;

export const listAll = list("/admin/personal/users/appeal-requests", {
  spec: "added",
  because: "R086 lists what C052 and C053 decide.",
  summary: "Appeals of declined people",
  can: ["provider:can_view_users"],
  row: appeal.extend({
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    profile_status: z.string(),
    decline_reason: z.string().nullable(),
    decided_by: z.string().nullable(),
    abilities,
  }),
  search: ["name", "email", "phone"],
  filters: { status: { kind: "choice", options: appealStates.states } },
  sorts: ["created_at", "decided_at"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});
const shows = ["person", "decline_reason", "text"];
/** C052. The case goes back to the underwriters. */
export const approve = action(appealStates, "approve", {
  asks: {
    label: "Grant…",
    body: "The case goes back to the underwriters, and the person gets a message.",
    shows,
    reason: "optional",
    done: "Granted. The case is open again.",
  },
  refuses: { own_request },
  call: post("/admin/personal/users/appeal-requests/approve/{id}", {
    spec: "C052",
    summary: "Grant an appeal: the case is opened again",
    ...decides,
    body: form({ reason: "nullable|min:3|max:500" }),
    response: z.object({ appeal }),
  }),
});
/** C053. */
export const decline = action(appealStates, "decline", {
  asks: {
    label: "Decline…",
    body: "The person gets a message with your reason.",
    shows,
    reason: "required",
    style: "danger",
    done: "Declined.",
  },
  refuses: { own_request },
  call: post("/admin/personal/users/appeal-requests/decline/{id}", {
    spec: "C053",
    summary: "Decline an appeal",
    ...decides,
    body: form({ reason: reasonRule }),
    response: z.object({ appeal }),
  }),
});

const own = { can: ["personal:can_view_personal_profile"], guards: [] } as const;
/** What the page of a declined person shows (R009). */
export const findOwn = get("/personal/appeal", {
  spec: "added",
  because: "R009 tells a declined person whether and when an appeal is possible.",
  summary: "Whether one may appeal, and one's appeals",
  ...own,
  response: z.object({ may_appeal: z.boolean(), why_not: z.string().nullable(), appeals: z.array(appeal) }),
});
export const appealOwn = post("/personal/appeal", {
  spec: "added",
  because: "The specification decides appeals (C052, C053) and has no call that makes one.",
  summary: "Appeal against having been declined",
  ...own,
  effect: "sends",
  body: form({ text: "required|min:20|max:2000" }),
  response: z.object({ appeal }),
});
