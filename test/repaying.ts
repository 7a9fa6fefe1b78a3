/** The set-up that test files about repayments share: a lending world, days that go by, a loan whose first instalment is due today. */
import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { catchUp } from "../apps/api/src/modules/platform/business-day/index.ts";
import { type LendingWorld, startLendingWorld } from "./lending.ts";

type Call = LendingWorld["api"]["call"];

export interface RepaymentWorld {
  world: LendingWorld;
  /** A call by the staff member who makes requests. */
  staff(call: Parameters<Call>[0], options?: Parameters<Call>[1]): ReturnType<Call>;
  /** Closes the days up to this one. */
  nextDay(until: string): Promise<void>;
  /** The business date. */
  today(): Promise<string>;
  /** A loan whose first instalment is due today, with its rows. */
  dueToday(
    options?: Parameters<LendingWorld["running"]>[0],
  ): Promise<Awaited<ReturnType<LendingWorld["running"]>> & { rows: Awaited<ReturnType<LendingWorld["rows"]>> }>;
}

function repaymentWorld(world: LendingWorld): RepaymentWorld {
  const nextDay = async (until: string): Promise<void> => {
    await catchUp(world.api.app, until, { onDay: () => world.syncClock() });
    await world.syncClock();
  };
  return {
    world,
    nextDay,
    staff: (call, options = {}) => world.api.call(call, { token: world.maker.token, ...options }),
    today: async () =>
      (await sql<{ d: string }>`select business_date as d from business_calendar`.execute(world.api.app.db)).rows[0]
        ?.d ?? "",
    async dueToday(options = {}) {
      const loan = await world.running(options);
      const [first] = await world.rows(loan.id);
      await nextDay(String(first?.due_on));
      return { ...loan, rows: await world.rows(loan.id) };
    },
  };
}

/** Starts the world before a file's tests and ends it after them. */
export function inRepaymentWorld(
  begin: (made: RepaymentWorld) => void,
  ...nights: Parameters<typeof startLendingWorld>
): void {
  let world: LendingWorld | undefined;
  beforeAll(async () => {
    world = await startLendingWorld(...nights);
    begin(repaymentWorld(world));
  });
  afterAll(() => world?.stop());
}
