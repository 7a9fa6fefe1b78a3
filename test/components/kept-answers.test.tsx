/** Answers that are kept (K004): for five minutes, by account type, path and what was asked; and nothing of a person who is signed in no longer. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import type { CallInput } from "../../apps/web/src/shared/api/call.ts";
import { queryClient } from "../../apps/web/src/shared/api/query-client.ts";
import { keyOf, useCall } from "../../apps/web/src/shared/api/use-call.ts";
import { forgetSession, loadSession, onOtherPerson } from "../../apps/web/src/shared/session/session.ts";
import { data, requests, show } from "./stage.tsx";

const FIVE_MINUTES = 300_000;
const START = Date.parse("2026-12-01T09:00:00Z");
const home = location.href;
const at = (account: string): void => history.replaceState(null, "", `/${account}/dashboard`);
const [ours, theirs] = ["01a2041b-0000-7000-8000-00000000000a", "01a2041b-0000-7000-8000-00000000000b"];

/** What is kept for whom, with what it is asked for. */
const KEPT: readonly (readonly [what: string, account: string, call: Endpoint, input: object])[] = [
  ["roles", "admin", calls.access.roles, {}],
  ["activities", "corporate", calls.companyActivities.recent, { params: { company_id: ours } }],
  ["admins", "corporate", calls.colleagues.listAll, { query: { page: 1, limit: 20 } }],
  ["staff", "corporate", calls.team.staff, { params: { companyId: ours }, query: { page: 1, limit: 20 } }],
  ["groups", "corporate", calls.departments.listAll, { query: { page: 1, limit: 20 } }],
  ["cards", "corporate", calls.cards.listOwn, { query: { page: 1, limit: 20 } }],
  ["wallet", "corporate", calls.wallets.find, { params: { id: ours } }],
  ["plan", "corporate", calls.companies.uniquePlan, { params: { companyId: ours } }],
  ["policies", "corporate", calls.expensePolicies.listAll, { params: { id: ours } }],
  ["personal cards", "customer", calls.cards.ofHolder, { params: { userId: ours }, query: { page: 1, limit: 20 } }],
];

function Kept({ call, input }: { call: Endpoint; input: CallInput<Endpoint> }) {
  const { data: answer } = useCall(call, input);
  return <p>{answer ? JSON.stringify(answer) : "nothing"}</p>;
}
const shown = (call: Endpoint, input: object) =>
  show(<Kept call={call} input={input as CallInput<Endpoint>} />, { server: () => data({ says: "Amaka's" }) });
const answered = async (): Promise<void> => {
  await expect.element(page.getByText("Amaka's", { exact: false })).toBeVisible();
  // What is old is shown while it is asked for again.
  await expect.poll(() => queryClient.isFetching()).toBe(0);
};

afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, "", home);
});

describe("a kept answer", () => {
  it.each(KEPT)(
    "of %s is asked for once in five minutes, and again after them or under another account",
    async (_, account, call, input) => {
      vi.useFakeTimers({ toFake: ["Date"], now: START });
      at(account);
      const again = async (asked: number): Promise<void> => {
        await cleanup();
        await shown(call, input);
        await answered();
        expect(requests).toHaveLength(asked);
      };
      await again(1);
      vi.setSystemTime(START + FIVE_MINUTES - 1_000);
      await again(1);
      vi.setSystemTime(START + FIVE_MINUTES + 1_000);
      await again(2);
      at(account === "admin" ? "corporate" : "admin");
      await again(3);
      at(account);
      await again(3);
    },
  );

  it.each(KEPT)("of %s is that of its path and of what was asked, of a company its own", (_, account, call, input) => {
    at(account);
    const key = (of: object, input_of: object) =>
      JSON.stringify(keyOf(of as Endpoint, input_of as CallInput<Endpoint>));
    const keys = [key(call, input), key({ ...call, path: `${call.path}/more` }, input)];
    const asked = JSON.stringify(input);
    if (asked.includes(ours)) keys.push(key(call, JSON.parse(asked.replaceAll(ours, theirs)) as object));
    else keys.push(key(call, { query: { page: 2 } }));
    at("another");
    keys.push(key(call, input));
    expect(new Set(keys).size).toBe(4);
  });
});

describe("what a former person was shown", () => {
  const [, , call, input] = KEPT[3]!;

  it("is gone when they have signed out", async () => {
    at("corporate");
    await shown(call, input);
    await answered();
    forgetSession();
    await cleanup();
    await show(<Kept call={call} input={input as CallInput<Endpoint>} />);
    await expect.element(page.getByText("nothing")).toBeVisible();
    expect(requests).toHaveLength(2);
  });

  it("is gone from the other tabs of the browser too, when one of them signs out or signs somebody else in", async () => {
    at("corporate");
    await shown(call, input);
    await answered();
    const left: boolean[] = [];
    const end = onOtherPerson((isSignedIn) => left.push(isSignedIn));
    const { user } = (await loadSession())!;
    const tell = (newValue: string | null) =>
      dispatchEvent(new StorageEvent("storage", { key: "manilla.signed-in-as", newValue }));
    tell(user.id);
    expect([left, queryClient.getQueryCache().getAll().length > 1]).toEqual([[], true]);
    tell(theirs);
    expect(left).toEqual([true]);
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .every(({ state }) => state.data === undefined),
    ).toBe(true);
    queryClient.setQueryData(["session"], { user });
    tell(null);
    end();
    expect(left).toEqual([true, false]);
  });
});
