/**
 * Who administers: the provider's own staff, and in the same calls (C272 to C275, A46; screens R047, R048) the administrators of the caller's company.
 * The provider's are given access by two people; those of a company by one who has the same rights, with another one where the company has two.
 */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { type Permission, permissionsOf } from "../permissions.ts";
import { reason, reasonRule } from "../reasons.ts";
import { type RoleSlug, roleSlugs, roles } from "../roles.ts";
import { moment } from "../time.ts";
import { approvalStates } from "./approval-states.ts";
import { secondPersonAsked } from "./approvals.ts";
import { colleagueStates } from "./colleague-states.ts";

/** The roles that a colleague can have: those of the provider. */
export const colleagueRoles = roleSlugs.filter((slug) => slug.startsWith("super_")) as [RoleSlug, ...RoleSlug[]];
/** The roles that an administrator of a company can have. */
export const companyAdminRoles = roleSlugs.filter(
  (slug) => slug.startsWith("company_") && roles[slug].account_type === "corporate",
);
const rolesField = z
  .array(z.enum([...colleagueRoles, ...companyAdminRoles]))
  .min(1, { error: "this field is required" })
  .max(colleagueRoles.length);
const withheldField = z.array(z.enum(permissionsOf("provider") as [Permission, ...Permission[]])).max(200);

const colleagueRow = z.object({
  id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Their names, by commas. */
  roles: z.string(),
  status: z.enum(colleagueStates.states as ["invited", "active", "suspended"]),
  has_second_factor: z.boolean(),
  /** Their last recorded act; signing in is one. */
  last_seen_at: moment.nullable(),
  created_at: moment,
  abilities,
});

/** C272. */
export const listAll = list("/admins", {
  spec: "C272",
  summary: "The provider's staff, or the administrators of one's company: roles, second factor, state",
  can: [
    "provider:can_view_admins",
    "provider:can_update_admins",
    "provider:can_delete_admins",
    "company:can_view_admins",
    "company:can_update_admins",
    "company:can_delete_admins",
  ],
  row: colleagueRow,
  search: ["name", "email"],
  filters: {
    status: { kind: "choice", label: "State", options: colleagueStates.states },
    roles: { kind: "text", label: "Role" },
    has_second_factor: { kind: "boolean", label: "Second factor" },
  },
  sorts: ["last_name", "last_seen_at", "created_at"],
  default_sort: "last_name",
});

const request = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(approvalStates.states as ["pending"]),
  at: moment,
});

export const find = get("/admins/{id}", {
  spec: "added",
  because: "The page on which one colleague's access is seen and ended.",
  summary: "One colleague: roles, permissions, sessions, cases, what they asked for and decided",
  can: ["provider:can_view_admins"],
  params: idParams,
  response: colleagueRow.extend({
    role_slugs: z.array(z.string()),
    /** Permissions of their roles that they do not have. */
    withheld: z.array(z.string()),
    permission_count: z.int(),
    /** Open assignments in their name. */
    cases: z.int(),
    /** The last change of the state: who made it and why. */
    last_change: z.object({ by: z.string(), reason: z.string().nullable(), at: moment }).nullable(),
    /** Until when the mailed link of an invited colleague works; null when there is none or it has ended. */
    invited_until: moment.nullable(),
    sessions: z.array(
      z.object({
        id: z.uuid(),
        created_at: moment,
        expires_at: moment,
        network_address: z.string(),
        device: z.string(),
      }),
    ),
    sign_ins: z.array(z.object({ at: moment, network_address: z.string().nullable() })),
    /** Requests about them that a second person has not decided. */
    waiting: z.array(request),
    asked: z.array(request),
    decided: z.array(request),
  }),
});

const oneOfTheCompany = z.object({ colleague: colleagueRow });

/** C273. One of the provider's exists, and is written to, once a second person has agreed; a company's administrator at once, unless another administrator agrees to the rights first. */
export const invite = post("/admins", {
  spec: "C273",
  summary: "Propose a new colleague, or invite an administrator of one's company; a link to set a password is mailed",
  can: ["provider:can_create_admins", "company:can_create_admins"],
  effect: "sends",
  step_up: true,
  body: form(
    {
      name: "required|min:2|max:80",
      last_name: "required|min:2|max:80",
      email: "required|email",
      phone: "nullable|phone",
      roles: "required",
      reason: reasonRule,
    },
    { roles: rolesField },
  ),
  response: z.union([secondPersonAsked, oneOfTheCompany]),
});

/** C274. */
export const update = put("/admins/{id}", {
  spec: "C274",
  summary:
    "Propose other roles for a colleague, or permissions to withhold; in a company the roles change at once, more rights when another administrator has agreed",
  can: ["provider:can_update_admins", "company:can_update_admins"],
  step_up: true,
  params: idParams,
  body: z.strictObject({ roles: rolesField, withheld: withheldField, reason }),
  response: z.union([secondPersonAsked, oneOfTheCompany]),
});

const own_access = { status: 403, words: "Nobody decides about their own access.", is_hidden: true } as const;
/** Reinstating a colleague, or any right, takes two people. */
export const two_administrators =
  "Two administrators who can let colleagues back in have to remain. Make another one first.";
const shows = ["person", "email", "roles"];

/** C275. What somebody did stays on record, so deleting a colleague is ending their access. */
export const suspend = action(colleagueStates, "suspend", {
  asks: {
    label: "Suspend…",
    body: "They are signed out at once and cannot sign in. What they asked for can only be declined, and their cases become nobody's. Letting them back takes two persons, so two administrators always remain.",
    shows,
    reason: "required",
    style: "danger",
    done: "Suspended and signed out.",
  },
  refuses: { own_access, two_administrators: { status: 409, words: two_administrators } },
  call: post("/admins/delete/{id}", {
    spec: "C275",
    summary: "End a colleague's access at once; of a company's administrator, who stays an employee, the roles of one",
    can: ["provider:can_delete_admins", "company:can_delete_admins"],
    step_up: true,
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ colleague: colleagueRow }),
  }),
});

export const letBack = action(
  colleagueStates,
  { name: "let_back", from: ["suspended"] },
  {
    asks: {
      label: "Let back in…",
      title: "Propose to let this colleague back in?",
      body: "A second person decides. Who never joined is invited again.",
      shows,
      reason: "required",
      yes: "Propose",
      done: "Proposed. A second person decides.",
    },
    refuses: { own_access },
    call: post("/admins/{id}/let-back", {
      spec: "added",
      because: "A suspension that was a mistake is undone by two people.",
      summary: "Propose to let a suspended colleague back in",
      can: ["provider:can_update_admins"],
      step_up: true,
      params: idParams,
      body: form({ reason: reasonRule }),
      response: secondPersonAsked,
    }),
  },
);

export const inviteAgain = action(
  colleagueStates,
  { name: "invite_again", from: ["invited"] },
  {
    asks: {
      label: "Send the link again",
      title: "Send the link again?",
      body: "The link that was sent before no longer works. The new one works for seven days.",
      shows,
      yes: "Send",
      done: "Sent.",
    },
    call: post("/admins/{id}/invite-again", {
      spec: "added",
      because: "The mailed link of an invitation ends after seven days.",
      summary: "Mail an invited colleague a new link",
      can: ["provider:can_create_admins"],
      effect: "sends",
      params: idParams,
      response: z.object({ colleague: colleagueRow }),
    }),
  },
);

export const resetSecondFactor = action(
  colleagueStates,
  { name: "reset_second_factor", from: ["active", "suspended"] },
  {
    asks: {
      label: "Reset second factor…",
      title: "Propose to remove this colleague's second factor?",
      body: "A second person decides. The colleague gets a mail, is signed out, their passkeys end, and they sign in with the password alone until they set up a new one.",
      shows,
      reason: "required",
      yes: "Propose",
      done: "Proposed. A second person decides.",
    },
    refuses: {
      own_access,
      no_second_factor: { status: 409, words: "No second factor and no passkey is set up.", is_hidden: true },
    },
    call: post("/admins/{id}/second-factor/reset", {
      spec: "added",
      because: "A colleague whose phone is lost could not sign in again.",
      summary: "Propose to remove a colleague's second factor",
      can: ["provider:can_update_admins"],
      step_up: true,
      params: idParams,
      body: form({ reason: reasonRule }),
      response: secondPersonAsked,
    }),
  },
);

export const endSessions = action(
  colleagueStates,
  { name: "end_sessions", from: ["active"] },
  {
    asks: {
      label: "End all sessions…",
      title: "Sign this colleague out everywhere?",
      body: "They can sign in again.",
      shows,
      reason: "required",
      yes: "Sign out",
      style: "danger",
      done: "Signed out everywhere.",
    },
    refuses: { own_access },
    call: post("/admins/{id}/sessions/end", {
      spec: "added",
      because: "A laptop that was left open is signed out from elsewhere.",
      summary: "Sign a colleague out everywhere",
      can: ["provider:can_update_admins"],
      params: idParams,
      body: form({ reason: reasonRule }),
      response: z.object({ colleague: colleagueRow }),
    }),
  },
);
