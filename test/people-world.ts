/** The set-up that test files about people and their documents share: the API over a sandbox, one underwriter, customers who are people of the sandbox. */
import * as calls from "@manilla/contract/people/onboarding";
import { afterAll, beforeAll } from "vitest";
import type { Person } from "../apps/sandbox/src/people/people.ts";
import { type Answer, type TestApi, startTestApi } from "./api.ts";
import { type TestSandbox, startTestSandbox } from "./sandbox.ts";

interface Signed {
  token: string;
  user_id: string;
}

/** Somebody of the sandbox with a login of ours; `account` as the forms name it. */
export interface TestCustomer extends Signed {
  someone: Person;
  account: { account_no: string; bank_code: string };
}

export interface PeopleWorld {
  api: TestApi;
  sandbox: TestSandbox;
  /** An underwriter. */
  staff: Signed;
  /** The next steady person of the sandbox, or the one given, with an account of ours. */
  customer(more?: { name?: string; person?: Person }): Promise<TestCustomer>;
  /** C306 to C308 with the code that the bank sent. */
  verifyBvn(customer: TestCustomer): Promise<Answer>;
  lastJob(name: "send-sms" | "send-mail"): Promise<{ to: string; text: string }>;
}

/** What the onboarding calls answer, as far as tests look at it. */
export interface OnboardingState {
  person: Record<string, string | null>;
  profile: Record<string, string | number | null>;
  documents: {
    id: string;
    type: string;
    source: string;
    url: string;
    status: string;
    analysis: unknown;
    replaces: string | null;
    replaced_by: string | null;
  }[];
  statement_pull: {
    source: string;
    status: string;
    dial: string | null;
    failure: string | null;
    account_no: string | null;
  } | null;
  statement_sources: { source: string; name: string }[];
  completeness: { next_step: string; missing: { documents: string[] }; is_ready_for_review: boolean };
}
// The calls of a test answer without their output type: the contract has checked the shape on the server.
export const stateOf = ({ body }: Answer): OnboardingState => body.data as OnboardingState;
/** The id of the newest document of an answer. */
export const newestDocument = (answer: Answer): string => stateOf(answer).documents[0]?.id ?? "";
export const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? "";

/** Form 2 as this person would fill it in. */
export const formTwo = (someone: Person, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  marital_status: "single",
  gender: someone.gender,
  address: someone.address,
  employment_status: "employed",
  employer: someone.employer,
  salary_kobo: someone.salary_kobo,
  salary_day: someone.salary_day,
  account_no: someone.accounts[0]?.account_number,
  bank_code: someone.accounts[0]?.bank_code,
  position: "Accountant",
  emp_type: "full-time",
  company_address: "1 Wharf Road, Apapa",
  ...more,
});

async function startPeopleWorld(): Promise<PeopleWorld> {
  const sandbox = await startTestSandbox();
  const api = await startTestApi(sandbox.environment);
  let next = 0;
  return {
    api,
    sandbox,
    staff: await api.person("super_risk"),
    async customer({ name, person } = {}) {
      const someone = person ?? sandbox.people[next++];
      const [account] = someone?.accounts ?? [];
      if (!someone || !account) throw new Error("the sandbox has run out of people");
      const made = await api.person("staff", { name: name ?? someone.first_name, last_name: someone.last_name });
      return { ...made, someone, account: { account_no: account.account_number, bank_code: account.bank_code } };
    },
    async verifyBvn({ token, someone }) {
      await api.call(calls.verifyIdentity, { token, body: { bvn: someone.bvn, consent: true } });
      await api.call(calls.requestIdentityOtp, { token, body: {} });
      return api.call(calls.verifyIdentityOtp, { token, body: { otp: await sandbox.codeSentTo(someone.phone) } });
    },
    async lastJob(name) {
      const { rows } = await api.database.pool.query<{ data: { to: string; text: string } }>(
        "select data from pgboss.job where name = $1 order by created_on desc limit 1",
        [name],
      );
      return rows[0]?.data ?? { to: "", text: "" };
    },
  };
}

/** Starts the world before a file's tests and ends it after them. */
export function inPeopleWorld(begin: (world: PeopleWorld) => void): void {
  let world: PeopleWorld | undefined;
  beforeAll(async () => {
    world = await startPeopleWorld();
    begin(world);
  });
  afterAll(async () => {
    await world?.api.stop();
    await world?.sandbox.close();
  });
}
