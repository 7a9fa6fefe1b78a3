import { describe, expect, it } from "vitest";
import {
  type CompletenessFacts,
  type ProfileFacts,
  checkFormTwo,
  completenessOf,
  isBankStatement,
  missingInDocuments,
  missingInEmployment,
  missingInFormTwo,
} from "./completeness.ts";

const employed: ProfileFacts = {
  marital_status: "single",
  gender: "female",
  address: "14 Creek Road",
  employment_status: "employed",
  employer: "Lagoon Foods",
  salary_kobo: 42_000_000,
  salary_day: 25,
  account_no: "•••••••0001",
  bank_name: "Guaranty Trust Bank",
  position: "Clerk",
  emp_type: "full-time",
  company_address: "1 Wharf Road",
  company_industry: null,
  company_description: null,
  company_start_year: null,
  company_start_month: null,
  company_monthly_income_kobo: null,
  company_monthly_profit_kobo: null,
  education: null,
};
const selfEmployed: ProfileFacts = {
  ...employed,
  employment_status: "self-employed",
  position: null,
  emp_type: null,
  company_address: null,
  company_industry: "Fashion",
  company_description: "A tailor's shop",
  company_start_year: 2019,
  company_start_month: 3,
  company_monthly_income_kobo: 60_000_000,
  company_monthly_profit_kobo: 0,
  education: "secondary",
};
const complete: CompletenessFacts = {
  profile_status: "activated",
  company_id: null,
  has_bvn: true,
  is_bvn_verified: true,
  is_bvn_bypassed: false,
  has_nin: false,
  is_nin_verified: false,
  is_nin_bypassed: false,
  date_of_birth: "1990-01-01",
  has_instant_approval: true,
  is_work_email_verified: true,
  has_card_request: true,
  documents: [
    { type: "govt_id", url: "/a?kind=govt_id" },
    { type: "bank_statement", url: "/b?kind=bank_statement" },
  ],
  profile: employed,
};
const nothing: CompletenessFacts = {
  ...complete,
  profile_status: "pending",
  has_bvn: false,
  is_bvn_verified: false,
  date_of_birth: null,
  has_instant_approval: false,
  is_work_email_verified: false,
  has_card_request: false,
  documents: [],
  profile: Object.fromEntries(Object.keys(employed).map((field) => [field, null])) as unknown as ProfileFacts,
};
const withFacts = (more: Partial<CompletenessFacts>, profile: Partial<ProfileFacts> = {}): CompletenessFacts => ({
  ...complete,
  ...more,
  profile: { ...complete.profile, ...profile },
});

const cases: [spec: string, words: string, facts: CompletenessFacts, holds: boolean][] = [
  ["S077", "a declined profile", withFacts({ profile_status: "declined" }), false],
  ["S077", "a deactivated profile is not a declined one", withFacts({ profile_status: "deactivated" }), true],
  ["S078", "a verified BVN", complete, true],
  ["S078", "a bypassed BVN", withFacts({ is_bvn_verified: false, is_bvn_bypassed: true }), true],
  ["S078", "a BVN that is neither", withFacts({ is_bvn_verified: false }), false],
  [
    "S078",
    "a bypass without any BVN",
    withFacts({ has_bvn: false, is_bvn_verified: false, is_bvn_bypassed: true }),
    false,
  ],
  ["S079", "no date of birth", withFacts({ date_of_birth: null }), false],
  ["S080", "qualified and not marked", withFacts({ profile_status: "pending", has_instant_approval: false }), false],
  ["S080", "qualified and marked", withFacts({ profile_status: "pending" }), true],
  ["S080", "not qualified because approved already", withFacts({ has_instant_approval: false }), true],
  [
    "S080",
    "not qualified without a salary",
    withFacts({ profile_status: "pending", has_instant_approval: false }, { salary_kobo: null }),
    true,
  ],
  [
    "S080",
    "not qualified without a BVN",
    withFacts({ profile_status: "pending", has_instant_approval: false, has_bvn: false }),
    true,
  ],
  [
    "S080",
    "not qualified without a date of birth",
    withFacts({ profile_status: "pending", has_instant_approval: false, date_of_birth: null }),
    true,
  ],
  ["S081", "a verified work email", withFacts({ documents: [] }), true],
  ["S081", "a statement instead", withFacts({ is_work_email_verified: false }), true],
  [
    "S081",
    "self-employed",
    { ...withFacts({ is_work_email_verified: false, documents: [] }), profile: selfEmployed },
    true,
  ],
  ["S081", "none of them", withFacts({ is_work_email_verified: false, documents: [] }), false],
  ["S083", "a verified NIN", withFacts({ is_bvn_verified: false, has_nin: true, is_nin_verified: true }), true],
  ["S083", "a bypassed NIN", withFacts({ is_bvn_verified: false, is_nin_bypassed: true }), true],
  ["S083", "neither", withFacts({ is_bvn_verified: false }), false],
  ["S084", "pre-approved is not approved", withFacts({ profile_status: "pre-approved" }), false],
  ["S084", "activated", complete, true],
  ["S085", "no card request", withFacts({ has_card_request: false }), false],
];

describe("the conditions of onboarding", () => {
  it.each(cases)("%s: %s", (spec, _words, facts, holds) => {
    const answer = completenessOf(facts);
    const condition = answer.conditions.find((each) => each.spec === spec);
    expect(condition?.holds).toBe(holds);
    expect(condition?.wants === null).toBe(holds);
    if (!holds) expect(answer.is_complete).toBe(false);
  });

  it("hold all together for a finished person, and there is nothing left to do", () => {
    expect(completenessOf(complete)).toMatchObject({ is_complete: true, is_brand_new: false, next_step: "done" });
  });

  it("S086: a person is brand-new while there is nothing at all, and no longer with any one of the six", () => {
    expect(completenessOf(nothing).is_brand_new).toBe(true);
    const each: Partial<CompletenessFacts>[] = [
      { has_bvn: true },
      { date_of_birth: "1990-01-01" },
      { is_work_email_verified: true },
      { profile: { ...nothing.profile, gender: "male" } },
      { is_nin_verified: true },
      { has_card_request: true },
    ];
    for (const more of each) expect(completenessOf({ ...nothing, ...more }).is_brand_new).toBe(false);
  });

  it("lead through the steps in order, and the card holds nothing up", () => {
    const steps = [nothing, { ...nothing, has_bvn: true, is_bvn_verified: true, date_of_birth: "1990-01-01" }];
    expect(steps.map((facts) => completenessOf(facts).next_step)).toEqual(["identity", "profile"]);
    const waiting = { profile_status: "pending" };
    expect(completenessOf(withFacts({ ...waiting, is_work_email_verified: false, documents: [] })).next_step).toBe(
      "account_verification",
    );
    expect(completenessOf(withFacts({ ...waiting, documents: [] })).next_step).toBe("documents");
    expect(completenessOf(withFacts({ ...waiting, has_instant_approval: false })).next_step).toBe("instant_approval");
    expect(completenessOf(withFacts({ ...waiting, has_card_request: false })).next_step).toBe("card_request");
    expect(completenessOf(withFacts(waiting)).next_step).toBe("approval");
    expect(
      completenessOf(withFacts({ ...waiting, has_card_request: false, has_instant_approval: false }))
        .is_ready_for_review,
    ).toBe(true);
  });
});

const always = [
  "marital_status",
  "gender",
  "address",
  "employment_status",
  "employer",
  "salary_kobo",
  "salary_day",
  "account_no",
  "bank_name",
] as const;
const forEmployed = ["position", "emp_type", "company_address"] as const;
const forSelfEmployed = [
  "company_industry",
  "company_description",
  "company_start_year",
  "company_start_month",
  "company_monthly_income_kobo",
  "company_monthly_profit_kobo",
] as const;

describe("form 2", () => {
  it.each([...always, ...forEmployed])("S088 to S099: an employed person without %s is not complete", (field) => {
    const profile = { ...employed, [field]: field.endsWith("kobo") || field.endsWith("day") ? null : " " };
    const expected = field === "employment_status" ? [field] : [field];
    expect(missingInFormTwo(profile)).toEqual(expected);
    expect(completenessOf({ ...complete, profile }).conditions.find(({ spec }) => spec === "S082")?.holds).toBe(false);
  });

  it.each([...always, ...forSelfEmployed])(
    "S100 to S105: a self-employed person without %s is not complete",
    (field) => {
      expect(missingInFormTwo({ ...selfEmployed, [field]: null })).toContain(field);
    },
  );

  it("does not ask an employed person about a business, nor the other way round; nothing earned is an answer", () => {
    expect(missingInFormTwo(employed)).toEqual([]);
    expect(missingInFormTwo(selfEmployed)).toEqual([]);
  });

  it("is checked by the rules that the form shows, with their messages", () => {
    const typed = { ...employed, account_no: "0123456789", bank_code: "058", salary_kobo: 42_000_000n };
    expect(checkFormTwo(typed)).toEqual({});
    expect(checkFormTwo({ ...typed, account_no: "12345", salary_day: 32, gender: "x", position: "" })).toEqual({
      account_no: "this field has to contain exactly 10 characters",
      salary_day: "this field has to be less than 31",
      gender: "this field has to be one of male, female",
      position: "this field is required",
    });
    expect(Object.keys(checkFormTwo({})).sort()).toEqual([
      "account_no",
      "address",
      "bank_code",
      "employer",
      "employment_status",
      "gender",
      "marital_status",
      "salary_day",
      "salary_kobo",
    ]);
    expect(checkFormTwo({ ...typed, employment_status: "self-employed" })).toHaveProperty(
      "education",
      "this field is required",
    );
  });
});

describe("the employment check", () => {
  it.each([
    "employer",
    "company_industry",
    "company_description",
    "company_start_month",
    "company_start_year",
    "company_monthly_income_kobo",
    "company_monthly_profit_kobo",
    "salary_kobo",
    "education",
  ] as const)("V031 to V039: a self-employed person needs %s", (field) =>
    expect(missingInEmployment({ ...selfEmployed, [field]: null }, null)).toEqual([field]),
  );

  it("V040, V041: everybody else needs an employer or a company, and a salary", () => {
    expect(missingInEmployment({ ...employed, employer: null }, null)).toEqual(["employer"]);
    expect(missingInEmployment({ ...employed, employer: null }, "company")).toEqual([]);
    expect(missingInEmployment({ ...employed, salary_kobo: null }, "company")).toEqual(["salary_kobo"]);
  });
});

describe("the documents", () => {
  const statement = { type: "bank_statement", url: "/s" };
  const facts = (documents: CompletenessFacts["documents"], more: Partial<CompletenessFacts> = {}) => ({
    ...complete,
    documents,
    ...more,
  });

  it("A60: are complete with a work id (of the employed), a government id or a NIN, and a statement and the BVN", () => {
    expect(missingInDocuments(facts([{ type: "govt_id", url: "" }, statement]))).toEqual([]);
    expect(missingInDocuments(facts([{ type: "work_id", url: "" }, statement]))).toEqual([]);
    expect(missingInDocuments(facts([statement], { has_nin: true }))).toEqual([]);
    expect(missingInDocuments(facts([{ type: "work_id", url: "" }, statement], { profile: selfEmployed }))).toEqual([
      "govt_id",
    ]);
    expect(missingInDocuments(facts([{ type: "govt_id", url: "" }]))).toEqual(["bank_statement"]);
    expect(missingInDocuments(facts([], { has_bvn: false }))).toEqual(["work_id or govt_id", "bank_statement", "bvn"]);
  });

  it.each(["bank_statement", "mbs", "mobile", "mono", "okra", "ussd"])(
    "V047 to V052: an address with %s is a bank statement",
    (word) => {
      expect(isBankStatement({ type: "custom", url: `/api/documents/1/file?kind=${word}` })).toBe(true);
    },
  );

  it("V046: so is the type, and nothing else is", () => {
    expect(isBankStatement({ type: "bank_statement", url: "/x" })).toBe(true);
    expect(isBankStatement({ type: "custom", url: "/api/documents/1/file?kind=custom" })).toBe(false);
  });
});
