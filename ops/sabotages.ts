/**
 * The guards of the money modules, each with the text that takes it away and the test that must notice (`npm run mutants`).
 * `test/unit/sabotages.test.ts` holds that every text and every test is still there.
 *
 * Guards that were named here and are gone, each with what covers it and what took its place:
 * - the lock on a request that two people decide: `changeState` refuses the second by itself ("states: a state is changed whatever it is by now"). In its
 *   place: what a declined request held is let go.
 */
import { cards } from "./sabotages/cards.ts";
import { companies } from "./sabotages/companies.ts";
import { growth } from "./sabotages/growth.ts";
import { house } from "./sabotages/house.ts";
import { ledger } from "./sabotages/ledger.ts";
import { lending } from "./sabotages/lending.ts";
import { money } from "./sabotages/money.ts";
import { payments } from "./sabotages/payments.ts";
import { people } from "./sabotages/people.ts";
import { platform } from "./sabotages/platform.ts";
import type { Sabotage } from "./sabotages/places.ts";

export type { Sabotage };
export const sabotages: readonly Sabotage[] = [
  ...cards,
  ...companies,
  ...growth,
  ...house,
  ...ledger,
  ...lending,
  ...money,
  ...payments,
  ...people,
  ...platform,
];
