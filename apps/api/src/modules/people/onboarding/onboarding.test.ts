import * as cards from "@manilla/contract/cards/cards";
import * as calls from "@manilla/contract/people/onboarding";
import * as people from "@manilla/contract/people/people";
import * as underwriting from "@manilla/contract/lending/underwriting";
import { describe, expect, it } from "vitest";
import type { Person } from "../../../../../sandbox/src/people/people.ts";
import { type PeopleWorld, formTwo, inPeopleWorld, stateOf } from "../../../../../../test/people-world.ts";
import { documentForm as form, photo } from "../../../../../../test/sandbox.ts";
import { analyseDocument } from "../documents/index.ts";

let world: PeopleWorld;
let api: PeopleWorld["api"];
let staff: PeopleWorld["staff"];
inPeopleWorld((made) => void ({ api, staff } = world = made));

describe("form 2", () => {
  it("asks the bank whose account it is and waits for staff", async () => {
    const { token, someone } = await world.customer();
    const done = await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone) });
    expect(done.status).toBe(200);
    expect(stateOf(done).profile).toMatchObject({
      account_name: someone.accounts[0]?.account_name,
      account_no: `•••••••${someone.accounts[0]?.account_number.slice(-4)}`,
      bank_account_status: "pending",
      salary_kobo: someone.salary_kobo,
    });
  });

  it("says at once whether the salary account is in one's own name", async () => {
    const [person, other] = [await world.customer(), await world.customer()];
    const save = async (someone: typeof person.someone) =>
      stateOf(await api.call(calls.updateOnboardingProfile, { token: person.token, body: formTwo(someone) }));
    expect(await save({ ...person.someone, accounts: other.someone.accounts })).toMatchObject({
      account_in_own_name: false,
    });
    expect(await save(person.someone)).toMatchObject({ account_in_own_name: true });
  });

  it("confirms the salary account by itself where its name is the one of the BVN, whichever came first", async () => {
    const [early, late] = [await world.customer(), await world.customer()];
    await world.verifyBvn(early);
    expect(
      stateOf(await api.call(calls.updateOnboardingProfile, { token: early.token, body: formTwo(early.someone) }))
        .profile.bank_account_status,
    ).toBe("verified");
    await api.call(calls.updateOnboardingProfile, { token: late.token, body: formTwo(late.someone) });
    await world.verifyBvn(late);
    expect(stateOf(await api.call(calls.find, { token: late.token })).profile.bank_account_status).toBe("verified");
  });

  it("shows each message at its field, by the way of earning, and keeps of it only which account was tried", async () => {
    const { token, someone } = await world.customer();
    const answer = await api.call(calls.updateOnboardingProfile, {
      token,
      body: formTwo(someone, { employment_status: "self-employed", salary_day: 45, account_no: "1" }),
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject({
      salary_day: ["this field has to be less than 31"],
      account_no: ["this field has to contain exactly 10 characters"],
    });
    const business = await api.call(calls.updateOnboardingProfile, {
      token,
      body: formTwo(someone, { employment_status: "self-employed" }),
    });
    expect(Object.keys(business.body.errors).sort()).toEqual([
      "company_description",
      "company_industry",
      "company_monthly_income_kobo",
      "company_monthly_profit_kobo",
      "company_start_month",
      "company_start_year",
      "education",
    ]);
    const unknown = await api.call(calls.updateOnboardingProfile, {
      token,
      body: formTwo(someone, { account_no: "9990000000" }),
    });
    expect(unknown.body.errors).toEqual({ account_no: ["this bank has no such account"] });
    expect(stateOf(await api.call(calls.find, { token })).profile).toMatchObject({
      employer: null,
      trial_account_no: "•••••••0000",
      trial_bank_code: someone.accounts[0]?.bank_code,
    });
    expect(
      stateOf(await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone) })).profile,
    ).toMatchObject({ trial_account_no: null, trial_bank_code: null });
  });

  it("keeps what staff decided while the account is the same, and asks again for another", async () => {
    const person = await world.customer({
      person: world.sandbox.people.findLast(({ accounts }) => accounts.length === 2) as Person,
    });
    const { token, someone, user_id } = person;
    await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone) });
    expect(
      (await api.call(people.verifyBankAccount, { token: staff.token, params: { id: user_id }, body: {} })).status,
    ).toBe(200);
    const same = await api.call(calls.updateOnboardingProfile, {
      token,
      body: formTwo(someone, { employer: "Another Employer" }),
    });
    expect(stateOf(same).profile.bank_account_status).toBe("verified");
    const other = await api.call(calls.updateOnboardingProfile, {
      token,
      body: formTwo(someone, {
        account_no: someone.accounts[1]?.account_number,
        bank_code: someone.accounts[1]?.bank_code,
      }),
    });
    expect(stateOf(other).profile.bank_account_status).toBe("pending");
  });
});

describe("the whole way", () => {
  it("ends before an underwriter, who runs the checks; the mark of an instant approval is no loan", async () => {
    const person = await world.customer();
    const { token, someone, user_id } = person;
    expect((await api.call(calls.instantApproval, { token, body: {} })).status).toBe(409);
    await world.verifyBvn(person);
    await api.call(calls.updateOnboardingProfile, { token, body: formTwo(someone) });
    await api.call(calls.uploadGovernmentId, { token, body: form(await photo(), "id.jpg") });
    const before = stateOf(await api.call(calls.find, { token }));
    expect([before.completeness.next_step, before.person.status]).toEqual(["account_verification", "incomplete-1"]);
    const sent = await api.call(calls.fetchMonoStatement, {
      token,
      body: { code: `code_${someone.bvn}`, consent: true },
    });
    expect([stateOf(sent).completeness.next_step, stateOf(sent).person.status]).toEqual([
      "instant_approval",
      "processing",
    ]);
    await analyseDocument(api.app, stateOf(sent).documents[0]?.id ?? "");
    expect(stateOf(await api.call(calls.instantApproval, { token, body: {} })).completeness.next_step).toBe(
      "card_request",
    );
    expect((await api.call(calls.instantApproval, { token, body: {} })).status).toBe(409);
    expect((await api.database.pool.query("select 1 from loans where user_id = $1", [user_id])).rowCount).toBe(0);
    expect((await api.call(cards.finish, { token, body: {} })).status).toBe(409);
    await api.call(cards.begin, { token, body: { card_type: "physical" } });
    expect(Object.keys((await api.call(cards.finish, { token, body: {} })).body.errors)).toEqual([
      "delivery_address",
      "delivery_state",
    ]);
    expect(
      (await api.call(cards.finish, { token, body: { delivery_address: someone.address, delivery_state: "Lagos" } }))
        .body.data,
    ).toMatchObject({ card_request: { status: "pending" } });
    expect(
      (await api.call(cards.finish, { token, body: { delivery_address: someone.address, delivery_state: "Lagos" } }))
        .status,
    ).toBe(409);
    const run = await api.call(underwriting.verifications, { token: staff.token, params: { id: user_id }, body: {} });
    const checks = (run.body.data as { run: { checks: { name: string; outcome: string }[] } }).run.checks;
    expect(Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]))).toMatchObject({
      identity: "passed",
      blacklist: "passed",
      bank_account: "passed",
      statement_balances: "passed",
      salary: "passed",
    });
    expect(
      (await api.call(underwriting.creditSummary, { token: staff.token, params: { id: user_id } })).body.data,
    ).toHaveProperty("summary.fetched_at");
    const third = JSON.stringify(
      (await api.call(underwriting.thirdPartyData, { token: staff.token, params: { id: user_id } })).body.data,
    );
    expect(third).toContain("Bank register");
    expect(third).not.toContain(someone.bvn);
    const queue = await api.call(people.listByStatus, { token: staff.token, params: { status: "process" } });
    expect(JSON.stringify(queue.body.datatable)).toContain(user_id);
  });

  it("C305 changes what may be changed, and not a verified birthday", async () => {
    const person = await world.customer();
    const { token } = person;
    expect(
      stateOf(
        await api.call(calls.updateProfile, {
          token,
          body: { address: "7 Broad Street, Lagos", education: "bachelor" },
        }),
      ).profile,
    ).toMatchObject({ address: "7 Broad Street, Lagos", education: "bachelor" });
    expect((await api.call(calls.updateProfile, { token, body: { salary_kobo: 1 } })).status).toBe(422);
    await world.verifyBvn(person);
    expect((await api.call(calls.updateProfile, { token, body: { date_of_birth: "1980-01-01" } })).status).toBe(409);
  });
});
