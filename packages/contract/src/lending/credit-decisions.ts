/** Decisions about people by the active rule set, each with reasons, inputs and version; a person may overrule one with a reason. */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo, positiveKobo } from "../money.ts";
import { decisionOutcomes, judgement } from "./rule-sets.ts";
import { moment } from "../time.ts";

const reads = { audience: "admin", can: ["provider:can_view_bureau_reports"] } as const;
const occasions = ["by_hand", "instant_approval", "loan_request", "update"] as const;

const row = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  occasion: z.enum(occasions),
  rule_set_number: z.int(),
  outcome: z.enum(decisionOutcomes),
  final_outcome: z.enum(decisionOutcomes),
  score: z.int(),
  limit_kobo: kobo,
  annual_rate_percent: z.string().nullable(),
  first_reason: z.string().nullable(),
  loan: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  overruled_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: moment,
});
/** Screen R099 beside the loans that wait. */
export const listAll = list("/admin/personal/credit-decisions", {
  spec: "added",
  because: "Risk reads what the rules decide.",
  summary: "Every decision of the rules",
  ...reads,
  row,
  search: ["name", "email", "phone"],
  filters: {
    outcome: { kind: "choice", label: "Rules", options: decisionOutcomes },
    final_outcome: { kind: "choice", label: "Outcome", options: decisionOutcomes },
    occasion: { kind: "choice", options: occasions },
    is_overruled: { kind: "boolean", label: "Overruled" },
    rule_set_number: { kind: "number", label: "Version" },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["decided_at", "limit_kobo"],
  ranges: ["decided_at"],
  default_sort: "-decided_at",
});

export const decision = row.extend({
  rule_set_id: z.uuid(),
  judgement,
  overruled_at: moment.nullable(),
  overrule_reason: z.string().nullable(),
});
export const find = get("/admin/personal/credit-decisions/{id}", {
  spec: "added",
  because: "A decision has to explain itself years later.",
  summary: "One decision, explained from its own record",
  ...reads,
  params: idParams,
  response: z.object({ decision }),
});
export const ofPerson = get("/admin/personal/users/{id}/credit-decisions", {
  spec: "added",
  because: "The underwriter's page shows earlier decisions.",
  summary: "A person's decisions, newest first",
  ...reads,
  params: idParams,
  response: z.object({ decisions: z.array(decision) }),
});

/** `{id}` is the person. */
export const decideUpon = post("/admin/personal/users/{id}/credit-decisions", {
  spec: "added",
  because: "A colleague has the rules decide again after new papers.",
  summary: "Have the active rules decide about a person",
  can: ["provider:can_run_loanbot"],
  params: idParams,
  body: form({ note: "nullable|max:500" }),
  response: z.object({ decision }),
});
/** C076. Reads the newest statement again, then has the rules decide. `{id}` is the person. */
export const updateAnalyses = post("/admin/personal/loanbot/update-analyses/{id}", {
  spec: "C076",
  summary: "Read the newest statement again and decide again",
  can: ["provider:can_run_loanbot"],
  params: idParams,
  body: form({ note: "nullable|max:500" }),
  response: z.object({ decision }),
});
export const overrule = post("/admin/personal/credit-decisions/{id}/overrule", {
  spec: "added",
  because: "A colleague may differ from the rules, on record.",
  summary: "Overrule a decision, with a reason",
  can: ["provider:can_overrule_decisions"],
  params: idParams,
  body: form(
    { outcome: `required|inArray:${decisionOutcomes.join(",")}`, reason: "required|min:10|max:500" },
    { outcome: z.enum(decisionOutcomes) },
  ),
  response: z.object({ decision }),
});

/** What the person sees: the outcome and its reasons in words, never the rules. */
export const findOwn = get("/personal/credit-decision", {
  spec: "added",
  because: "The law gives a declined person the reasons.",
  summary: "What was decided about one, and why",
  can: ["personal:can_view_personal_profile"],
  guards: [],
  response: z.object({
    decision: z
      .object({
        outcome: z.enum(decisionOutcomes),
        limit_kobo: kobo,
        reasons: z.array(z.string()),
        decided_at: moment,
        /** The day by which a person looks, `yyyy-mm-dd`, where the rules have referred it to one. */
        look_by: z.string().nullable(),
      })
      .nullable(),
  }),
});

/** The largest loan that the rules of today let pass, by what is known; null when they let none pass. The instalment is the first one. */
const couldBorrow = z
  .object({ plan: z.string(), principal_kobo: kobo, instalments: z.int(), instalment_kobo: kobo })
  .nullable();

export const estimate = post("/loans/estimate", {
  spec: "added",
  because: "Who thinks of borrowing sees how much it could be before handing in papers (finding KM1).",
  summary: "How much somebody could borrow who earns this, by the rules of today",
  can: "public",
  guards: [],
  body: form(
    {
      employment_status: "required|inArray:employed,self-employed",
      salary_kobo: "required",
      repayments_kobo: "nullable",
    },
    {
      employment_status: z.enum(["employed", "self-employed"]),
      salary_kobo: positiveKobo,
      repayments_kobo: nonNegativeKobo.optional(),
    },
  ),
  /** `why_not`: why nothing can be borrowed, as the rules say it. */
  response: z.object({ could_borrow: couldBorrow, why_not: z.array(z.string()) }),
});

export const ownEstimate = get("/personal/loans/estimate", {
  spec: "added",
  because: "A borrower sees what could be borrowed now, and how it grows by paying back in time (finding KM1).",
  summary: "How much this person could borrow, now and after repaying the running loans in time",
  audience: "customer",
  can: "signed_in",
  /** `after`: once the running loans are paid back in time; null when none runs. Reasons come with decisions only: an estimate tells nobody what is on record. */
  response: z.object({ could_borrow: couldBorrow, after: couldBorrow }),
});
