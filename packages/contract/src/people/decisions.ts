/** Decisions about a person: the profile, the case, the bank account, the blacklist, and numbers that count without verification. */
import { z } from "zod";
import { action } from "../action.ts";
import { idParams, patch, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { severalIds, verdicts } from "../verdicts.ts";
import { inAnyState, own_case, profileStates } from "./profile-states.ts";

const decides = { can: ["provider:can_update_staff"] } as const;
const shows = ["person", "profile_status", "salary_kobo"];
/** Nothing favourable is decided about somebody without an identity or on the blacklist. */
const favourable = {
  own_case,
  blacklisted: { status: 409, words: "This person is on the blacklist." },
  not_ready: { status: 409, words: "The BVN is neither verified nor bypassed." },
} as const;

const setOne = post("/admin/personal/users/status", {
  spec: "C033",
  summary: "Pre-approve, send to the document processor, take back into processing, reconsider",
  ...decides,
  body: form(
    {
      user_ids: "required",
      status: "required|inArray:pre-approved,processing,doc-processor,pending",
      reason: reasonRule,
    },
    { user_ids: severalIds, status: z.enum(["pre-approved", "processing", "doc-processor", "pending"]) },
  ),
  response: verdicts({ status: z.string().nullable() }),
});
const open = profileStates.states.filter((state) => state !== "declined" && state !== "deactivated");
const already_there = { status: 409, words: "This case is there already." } as const;
/** C033. One decision for one person or several; each has its own verdict. */
export const setStatus = {
  ...setOne,
  choices: {
    preApprove: action(profileStates, "pre_approve", {
      asks: { label: "Pre-approve", shows, reason: "required", done: "Pre-approved.", key: "r" },
      sends: { status: "pre-approved" },
      refuses: favourable,
      call: setOne,
    }),
    toDocProcessor: action(
      profileStates,
      { name: "send_to_doc_processor", from: open },
      {
        asks: {
          label: "To doc processor",
          title: "Send this case to the document processor?",
          shows,
          reason: "required",
          done: "In the document processor's queue.",
        },
        sends: { status: "doc-processor" },
        refuses: { own_case, already_there },
        call: setOne,
      },
    ),
    toProcessing: action(
      profileStates,
      { name: "send_to_processing", from: open },
      {
        asks: {
          label: "To processing",
          title: "Take this case back into processing?",
          shows,
          reason: "required",
          done: "In processing again.",
        },
        sends: { status: "processing" },
        refuses: { own_case, already_there },
        call: setOne,
      },
    ),
    reconsider: action(profileStates, "reconsider", {
      asks: { label: "Reconsider", shows, reason: "required", done: "The profile is open again." },
      sends: { status: "pending" },
      refuses: { own_case },
      call: setOne,
    }),
  },
};

const decided = z.object({ user_id: z.uuid(), status: z.enum(profileStates.states), version: z.int() });
/** `version`: the profile's version that was looked at; another one in the meantime is refused (412). */
const decision = (path: string, spec: string, summary: string, isReasonNeeded: boolean) =>
  post(path, {
    spec,
    summary,
    ...decides,
    body: form(
      {
        user_id: "required",
        reason: isReasonNeeded ? reasonRule : "nullable|min:3|max:500",
        version: "nullable|number",
      },
      { user_id: z.uuid(), reason: isReasonNeeded ? z.string() : z.string().optional(), version: z.int().optional() },
    ),
    response: decided,
  });

/** C040. Two people have looked by then: one alone never verifies, pre-approves and activates (design/desk.md, c). */
export const activate = action(profileStates, "activate", {
  asks: {
    label: "Activate",
    body: "From then on they may borrow.",
    shows,
    reason: "optional",
    done: "Activated.",
    key: "a",
  },
  refuses: {
    ...favourable,
    looked_first: { status: 403, words: "You alone have looked at this person: a colleague activates them." },
  },
  call: decision("/staff/profile/activate", "C040", "Activate (approve) a profile", false),
});
/** C041. */
export const verify = action(profileStates, "verify", {
  asks: {
    label: "Verify",
    body: "Have you looked at identity and documents?",
    shows,
    reason: "optional",
    done: "Verified.",
    key: "v",
  },
  refuses: favourable,
  call: decision("/staff/profile/verify", "C041", "Verify a profile", false),
});
/** C042. */
export const deactivate = action(profileStates, "deactivate", {
  asks: {
    label: "Deactivate",
    body: "They may not borrow until somebody reconsiders.",
    shows,
    reason: "required",
    style: "danger",
    done: "Deactivated.",
  },
  refuses: { own_case },
  call: decision("/staff/profile/deactivate", "C042", "Deactivate a profile", true),
});
/** C043. */
export const decline = action(profileStates, "decline", {
  asks: {
    label: "Decline",
    body: "The person gets a message with your reason.",
    shows,
    reason: "required",
    style: "danger",
    done: "Declined.",
    key: "x",
  },
  refuses: { own_case },
  call: decision("/staff/profile/decline", "C043", "Decline a profile", true),
});
/** C044. */
export const markUncertain = action(profileStates, "mark_uncertain", {
  asks: {
    label: "Mark uncertain",
    title: "Mark this profile uncertain?",
    shows,
    reason: "required",
    done: "Marked uncertain.",
    key: "u",
  },
  refuses: { own_case },
  call: decision("/staff/profile/uncertain", "C044", "Mark a profile uncertain", true),
});
/** Undoes C044: for who marked it, while nobody has decided since. The case is what it was, with who handled it and since when it waits. */
export const unmarkUncertain = action(
  profileStates,
  { name: "unmark_uncertain", makes: ["unmark_pending", "unmark_verified", "unmark_pre_approved"] },
  {
    refuses: {
      not_reversible: {
        status: 409,
        words: "Somebody else marked this profile uncertain, or its case has gone on since.",
      },
      own_case,
      blacklisted: favourable.blacklisted,
      not_ready: favourable.not_ready,
    },
    call: post("/staff/profile/uncertain/take-back", {
      spec: "added",
      because: "A mark by mistake is taken back.",
      summary: "Take back one's own mark of a profile as uncertain",
      ...decides,
      body: form({ user_id: "required" }, { user_id: z.uuid() }),
      response: decided,
    }),
  },
);

/** C046. Every session of the person ends at once. */
export const blacklist = action(profileStates, inAnyState("blacklist"), {
  asks: {
    label: "Blacklist",
    title: "Blacklist this person?",
    body: "All their sessions end at once, and they can no longer sign in.",
    shows: ["person"],
    reason: "required",
    style: "danger",
    done: "Blacklisted.",
  },
  refuses: {
    own_case,
    already_decided: { status: 409, words: "This person is blacklisted already.", is_hidden: true },
  },
  call: patch("/staff/{id}/blacklist", {
    spec: "C046",
    summary: "Blacklist a person",
    ...decides,
    params: idParams,
    body: form({ reason: reasonRule }),
    response: z.object({ user_id: z.uuid(), is_blacklisted: z.boolean() }),
  }),
});
/** C047. A second person decides: what one has stopped, one alone does not release. */
export const unblacklist = action(profileStates, inAnyState("unblacklist"), {
  asks: {
    label: "Lift blacklisting",
    title: "Take this person off the blacklist?",
    body: "Nothing changes until a second person agrees.",
    shows: ["person", "blacklist_reason"],
    reason: "required",
    yes: "Ask for it",
    done: "Requested. A second person decides among the approvals.",
  },
  refuses: { own_case, already_decided: { status: 409, words: "This person is not blacklisted.", is_hidden: true } },
  call: patch("/staff/{id}/unblacklist", {
    spec: "C047",
    summary: "Ask a second person to take a person off the blacklist",
    ...decides,
    params: idParams,
    body: form({ reason: reasonRule }),
    /** As it is until then. */
    response: secondPersonAsked.extend({ user_id: z.uuid(), is_blacklisted: z.boolean() }),
  }),
});

const bankAccount = z.object({
  user_id: z.uuid(),
  bank_account_status: z.string(),
  account_name: z.string().nullable(),
  /** Where the bank's name for it is not the person's: a second person decides. */
  approval_id: z.uuid().nullish(),
});
const checksAccounts = { can: ["provider:can_verify_bank_accounts"], step_up: true, params: idParams } as const;
const no_account = { status: 409, words: "There is no bank account yet.", is_hidden: true } as const;
const account = ["account_name", "account_no", "bank_name"];
/** C050. */
export const verifyBankAccount = action(profileStates, inAnyState("verify_bank_account"), {
  asks: {
    label: "Verify account",
    title: "Is this account theirs?",
    body: "Where the bank's name for it is another than the person's, a second person has to agree.",
    shows: account,
    reason: "optional",
    yes: "Yes, verified",
    style: "primary",
    done: "Verified, or put before a second person where the names differ.",
  },
  refuses: {
    own_case,
    no_account,
    own_typing: { status: 403, words: "You typed this account yourself: somebody else verifies it." },
    refuted: { status: 409, words: "This account was refuted: it needs to be entered again, or another one." },
    illegal_transition: { status: 409, words: "The bank account is verified already." },
  },
  call: post("/admin/personal/users/{id}/bank-account/verify", {
    spec: "C050",
    summary: "A person's bank account is theirs",
    ...checksAccounts,
    body: form({ reason: "nullable|min:3|max:500" }),
    response: bankAccount,
  }),
});
/** C051. */
export const refuteBankAccount = action(profileStates, inAnyState("refute_bank_account"), {
  asks: {
    label: "Refute account",
    title: "Is this account not theirs?",
    shows: account,
    reason: "required",
    yes: "Refute",
    style: "danger",
    done: "The account is refuted.",
  },
  refuses: { own_case, no_account, illegal_transition: { status: 409, words: "The bank account is refuted already." } },
  call: post("/admin/personal/users/{id}/bank-account/refute", {
    spec: "C051",
    summary: "A person's bank account is not theirs",
    ...checksAccounts,
    body: form({ reason: reasonRule }),
    response: bankAccount,
  }),
});

const askBypass = post("/admin/personal/users/{id}/bypass", {
  spec: "added",
  because: "The bypass of BVN and NIN is decided by two people.",
  summary: "Ask a second person to let a BVN or NIN count without verification",
  can: ["provider:can_edit_bypass"],
  step_up: true,
  params: idParams,
  body: form(
    { kind: "required|inArray:bvn,nin", is_bypassed: "required", reason: reasonRule },
    { kind: z.enum(["bvn", "nin"]), is_bypassed: z.boolean() },
  ),
  response: secondPersonAsked,
});
const bypassing = (kind: "bvn" | "nin", is_bypassed: boolean) =>
  action(profileStates, inAnyState(`${is_bypassed ? "bypass" : "end_bypass"}_${kind}`), {
    asks: {
      label: is_bypassed ? "Bypass verification" : "Take the bypass back",
      title: is_bypassed
        ? `Let the ${kind.toUpperCase()} count without verification?`
        : `Let the ${kind.toUpperCase()} no longer count?`,
      body: "Nothing changes until a second person agrees.",
      shows: ["person", kind],
      reason: "required",
      yes: "Ask for it",
      done: "Requested. A second person decides among the approvals.",
    },
    sends: { kind, is_bypassed },
    refuses: {
      already_verified: { status: 409, words: "It is verified; there is nothing to bypass.", is_hidden: true },
      already_decided: {
        status: 409,
        words: is_bypassed ? "It is bypassed already." : "It is not bypassed.",
        is_hidden: true,
      },
    },
    call: askBypass,
  });
export const bypass = {
  ...askBypass,
  choices: {
    bypassBvn: bypassing("bvn", true),
    endBypassBvn: bypassing("bvn", false),
    bypassNin: bypassing("nin", true),
    endBypassNin: bypassing("nin", false),
  },
};
