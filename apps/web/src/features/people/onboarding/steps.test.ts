import { completenessOf, type CompletenessFacts, type ProfileFacts } from "@manilla/contract/people/completeness";
import { describe, expect, it } from "vitest";
import {
  numberOf,
  openSteps,
  type OnboardingState,
  type PersonDocument,
  progressOf,
  stepAfter,
  stepsOf,
} from "./steps.ts";

const at = "2026-01-05T10:00:00.000Z";
const emptyProfile: OnboardingState["profile"] = {
  status: "pending",
  verify_method: null,
  bvn: null,
  nin: null,
  date_of_birth: null,
  marital_status: null,
  gender: null,
  address: null,
  state: null,
  local_government: null,
  education: null,
  employment_status: null,
  employer: null,
  position: null,
  emp_type: null,
  salary_kobo: null,
  salary_day: null,
  company_address: null,
  company_industry: null,
  company_description: null,
  company_start_month: null,
  company_start_year: null,
  company_monthly_income_kobo: null,
  company_monthly_profit_kobo: null,
  account_no: null,
  account_name: null,
  bank_code: null,
  bank_name: null,
  bank_account_status: "none",
  instant_approval_at: null,
  trial_account_no: null,
  trial_bank_code: null,
  trial_work_email: null,
  decline_reason: null,
};
const fullProfile: OnboardingState["profile"] = {
  ...emptyProfile,
  bvn: "•••0001",
  date_of_birth: "1990-01-01",
  marital_status: "single",
  gender: "female",
  address: "1 Broad Street",
  state: "Lagos",
  employment_status: "employed",
  employer: "Lagoon Foods",
  position: "Cook",
  emp_type: "full-time",
  company_address: "5 Marina",
  salary_kobo: 40_000_000,
  salary_day: 25,
  account_no: "•••0005",
  bank_name: "Zenith Bank",
  bank_code: "057",
};
const document = (type: PersonDocument["type"], more: Partial<PersonDocument> = {}): PersonDocument => ({
  id: type,
  type,
  title: type,
  source: "upload",
  status: "received",
  url: `/documents/${type}`,
  original_name: "x.pdf",
  media_type: "application/pdf",
  byte_count: 10,
  page_count: 1,
  invalid_reason: null,
  invalid_note: null,
  analysis: null,
  replaces: null,
  replaced_by: null,
  confirmed_at: null,
  confirmed_by_name: null,
  created_at: at,
  ...more,
});

function stateOf(
  profile: OnboardingState["profile"],
  documents: PersonDocument[] = [],
  isVerified = profile.bvn !== null,
): OnboardingState {
  const facts: CompletenessFacts = {
    profile_status: profile.status,
    company_id: null,
    has_bvn: profile.bvn !== null,
    is_bvn_verified: isVerified,
    is_bvn_bypassed: false,
    has_nin: false,
    is_nin_verified: false,
    is_nin_bypassed: false,
    date_of_birth: profile.date_of_birth,
    has_instant_approval: profile.instant_approval_at !== null,
    is_work_email_verified: false,
    has_card_request: false,
    documents: documents.filter(({ status }) => status !== "invalidated"),
    profile: profile as ProfileFacts,
  };
  return {
    person: {
      id: "p",
      name: "Ada",
      last_name: "Obi",
      email: "a@b.example",
      phone: null,
      status: "pending",
      bvn_verified_at: isVerified ? at : null,
      bvn_bypassed_at: null,
      nin_verified_at: null,
      nin_bypassed_at: null,
      official_email: null,
      work_email_verified_at: null,
      company_id: null,
    },
    profile,
    documents,
    card_request: null,
    open_verification: null,
    completeness: completenessOf(facts),
    statement_sources: [],
    account_in_own_name: null,
    statement_pull: null,
  };
}
const statusOf = (state: OnboardingState): Record<string, string> =>
  Object.fromEntries(stepsOf(state).map(({ key, status }) => [key, status]));

describe("the steps of onboarding", () => {
  it("all wait for a new person; the card and the work e-mail never hold anything up", () => {
    const steps = stepsOf(stateOf(emptyProfile));
    expect(openSteps(steps).map(({ key }) => key)).toEqual(["identity", "personal", "work", "documents", "statement"]);
    expect(progressOf(steps)).toEqual({ done: 0, of: 6 });
    // One count: the numbers in the list and over each step go as far as the progress says.
    expect(steps.map(({ key }) => numberOf(steps, key))).toEqual([1, 2, 3, undefined, 4, 5, 6, undefined]);
  });
  it("are done one by one, whatever the order", () => {
    expect(statusOf(stateOf(fullProfile))).toEqual({
      identity: "done",
      personal: "done",
      work: "done",
      "work-email": "optional",
      documents: "todo",
      statement: "todo",
      approval: "todo",
      card: "optional",
    });
    expect(statusOf(stateOf(fullProfile, [document("work_id"), document("bank_statement")]))).toMatchObject({
      documents: "done",
      statement: "done",
    });
  });
  it("say what came of the instant approval; a no holds nothing up and is no open step", () => {
    const decision = {
      outcome: "declined" as const,
      limit_kobo: 0,
      reasons: ["Loans elsewhere are overdue."],
      decided_at: at,
      look_by: null,
    };
    const asked = stateOf(fullProfile, [document("work_id"), document("bank_statement")]);
    const refused = stepsOf({ ...asked, decision });
    expect(refused.find(({ key }) => key === "approval")).toMatchObject({
      status: "optional",
      line: expect.stringContaining("Not given"),
    });
    expect([openSteps(refused), progressOf(refused)]).toEqual([[], { done: 5, of: 5 }]);
    const given = stateOf({ ...fullProfile, instant_approval_at: at });
    const lineOf = (outcome: "approved" | "referred"): string | undefined =>
      stepsOf({
        ...given,
        decision: { ...decision, outcome, look_by: outcome === "referred" ? "2026-01-08" : null },
      }).find(({ key }) => key === "approval")?.line;
    expect([lineOf("approved"), lineOf("referred")]).toEqual([
      expect.stringContaining("Approved on"),
      expect.stringContaining("a person looks at it by 08 Jan 2026"),
    ]);
  });
  it("say when something that was sent was not accepted, until another takes its place", () => {
    const refused = document("govt_id", { status: "invalidated", invalid_reason: "unreadable" });
    expect(statusOf(stateOf(fullProfile, [refused]))).toMatchObject({ documents: "problem" });
    expect(
      statusOf(
        stateOf(fullProfile, [refused, document("govt_id", { id: "second", created_at: "2026-01-06T10:00:00.000Z" })]),
      ),
    ).toMatchObject({ documents: "done" });
    expect(
      statusOf(
        stateOf(fullProfile, [document("bank_statement", { analysis: { status: "failed", failure: "a picture" } })]),
      ),
    ).toMatchObject({ statement: "problem" });
  });
  it("lead from one to the next that is open, then back to what was left out, and to the card at the end", () => {
    const steps = stepsOf(stateOf(fullProfile, [document("work_id")]));
    expect(stepAfter(steps, "documents")?.key).toBe("statement");
    expect(stepAfter(steps, "approval")?.key).toBe("statement");
    const finished = stepsOf(
      stateOf({ ...fullProfile, instant_approval_at: at }, [document("work_id"), document("bank_statement")]),
    );
    expect(openSteps(finished)).toEqual([]);
    expect(stepAfter(finished, "approval")?.key).toBe("card");
    expect(stepAfter(finished, "card")).toBeUndefined();
    expect(progressOf(finished)).toEqual({ done: 6, of: 6 });
  });
});
