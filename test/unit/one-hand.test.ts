/** M17: what moves or promises money takes two persons, apart from a short list. The calls of every test file are held to it (test/one-hand.ts); here the list is. */
import * as configuration from "@manilla/contract/platform/configuration";
import * as repayments from "@manilla/contract/lending/repayments";
import * as rewards from "@manilla/contract/growth/rewards";
import { balanceOf } from "@manilla/ledger";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import type { Endpoint } from "@manilla/contract/endpoint";
import * as nouns from "../../apps/api/src/modules/index.ts";
import { queryable } from "../../apps/api/src/db/database.ts";
import { allCalls } from "../../scripts/generate-permissions.ts";
import { ALONE, SECOND_PERSON } from "../one-hand-calls.ts";
import { Hands } from "../one-hand.ts";
import { useTestApi } from "../world.ts";

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const all = new Map(allCalls().map(({ call }) => [nameOf(call), call]));
const isStaffs = ({ audience }: Endpoint): boolean =>
  [audience].flat().some((one) => one === "admin" || one === "corporate" || one === "any");
const kinds = new Set(
  Object.values(nouns as Readonly<Record<string, { approvals?: object }>>).flatMap(({ approvals = {} }) =>
    Object.keys(approvals),
  ),
);

const api = await useTestApi();

describe("money by one hand (M17)", () => {
  it("is moved by no call of staff that does not say who else agrees, or why nobody has to", () => {
    const moves = [...all.values()].filter((call) => isStaffs(call) && call.effect === "moves_money").map(nameOf);
    expect(moves.length).toBeGreaterThan(70);
    expect(moves.filter((name) => !(name in ALONE) && !SECOND_PERSON.has(name))).toEqual([]);
    expect(
      [...SECOND_PERSON.keys()].filter((name) => name in ALONE),
      "one or the other",
    ).toEqual([]);
    expect(
      [...Object.keys(ALONE), ...SECOND_PERSON.keys()].filter((name) => !all.has(name)),
      "calls that are gone",
    ).toEqual([]);
    expect(
      [...SECOND_PERSON.values()].filter((kind) => !kinds.has(kind)),
      "requests that nobody decides",
    ).toEqual([]);
    for (const [name, { because, within = [] }] of Object.entries(ALONE)) {
      expect(because, name).toEqual(expect.stringMatching(/^[A-Z].{15,}\.$/));
      for (const key of within) expect(key in configuration.configurationRules, name).toBe(true);
    }
  });

  it("is found in whatever a test does: a call that posts in its own transaction, and one that only asks is none", async () => {
    const hands = new Hands();
    const [maker, customer] = [await api.person("super_admin"), await api.person("staff")];
    const asked = await api.call(rewards.give, {
      token: maker.token,
      params: { id: customer.user_id },
      body: { amount_kobo: 100_000, reason: "A look at one hand" },
    });
    expect([asked.status, (await balanceOf(queryable(api.app.db), "referral_expense")).balance_kobo]).toEqual([
      200,
      0n,
    ]);
    hands.made(rewards.give, asked);
    await hands.check(api.database.pool);
    // As if the same request had posted at once.
    const request_id = uuidv7();
    await api.database.pool.query(
      `
        with noted as (
          insert into one_hand.moves values (pg_current_xact_id(), 'earn_reward')
        )
        insert into audit_records (id, actor_id, actor_name, action, subject_type, request_id)
        values (gen_random_uuid(), $1, 'Maker', 'reward_given', 'user', $2)
      `,
      [maker.user_id, request_id],
    );
    const headers = new Headers({ "x-request-id": request_id });
    hands.made(repayments.backDate, { status: 200, headers });
    await expect(hands.check(api.database.pool)).rejects.toThrow(`${nameOf(repayments.backDate)}: earn_reward`);
  });
});
