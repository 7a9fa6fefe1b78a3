import { machine } from "../machine.ts";

/** Spec line 109; `uncertain` is ours for the call that has no status of its own. */
export const profileStates = machine({
  noun: "profile",
  table: "profiles",
  key: "user_id",
  initial: ["pending"],
  states: ["pending", "verified", "pre-approved", "activated", "declined", "deactivated", "uncertain"],
  transitions: [
    { action: "verify", from: ["pending", "uncertain"], to: "verified", by: "provider:can_update_staff" },
    { action: "pre_approve", from: ["verified"], to: "pre-approved", by: "provider:can_update_staff" },
    { action: "activate", from: ["verified", "pre-approved"], to: "activated", by: "provider:can_update_staff" },
    {
      action: "decline",
      from: ["pending", "verified", "pre-approved", "uncertain"],
      to: "declined",
      by: "provider:can_update_staff",
    },
    { action: "deactivate", from: ["activated"], to: "deactivated", by: "provider:can_update_staff" },
    {
      action: "mark_uncertain",
      from: ["pending", "verified", "pre-approved"],
      to: "uncertain",
      by: "provider:can_update_staff",
    },
    // Undo of the above, to what the case was.
    { action: "unmark_pending", from: ["uncertain"], to: "pending", by: "provider:can_update_staff" },
    { action: "unmark_verified", from: ["uncertain"], to: "verified", by: "provider:can_update_staff" },
    { action: "unmark_pre_approved", from: ["uncertain"], to: "pre-approved", by: "provider:can_update_staff" },
    { action: "reconsider", from: ["declined", "deactivated"], to: "pending", by: "provider:can_update_staff" },
  ],
});
export type ProfileState = (typeof profileStates.states)[number];

/** An action that can be done in any state of the profile. */
export const inAnyState = (name: string) => ({ name, from: profileStates.states });
/** A refusal of all that is decided about a person. */
export const own_case = { status: 403, words: "Nobody decides about themselves." } as const;
