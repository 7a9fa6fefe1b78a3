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
  /** A loan whose first instalment is due today, with its rows. Several live their month together, and wait for those who ask next on that day. */
  dueToday(
    options?: Parameters<LendingWorld["running"]>[0],
  ): Promise<Awaited<ReturnType<LendingWorld["running"]>> & { rows: Awaited<ReturnType<LendingWorld["rows"]>> }>;
}

/** Living a month takes longer than a test: as many loans live it together. */
const LOANS_A_MONTH = { plain: 7, special: 2 };

function repaymentWorld(world: LendingWorld): RepaymentWorld {
  const nextDay = async (until: string): Promise<void> => {
    await catchUp(world.api.app, until, { onDay: () => world.syncClock() });
    await world.syncClock();
  };
  const today = async () =>
    (await sql<{ d: string }>`select business_date as d from business_calendar`.execute(world.api.app.db)).rows[0]?.d ??
    "";
  type Loan = Awaited<ReturnType<typeof world.loan>>;
  const ready = new Map<string, { on: string; loans: Loan[] }>();
  async function liveAMonth(options: Parameters<typeof world.loan>[0], count: number): Promise<Loan[]> {
    const loans: Loan[] = [];
    for (let made = 0; made < count; made += 1) loans.push(await world.loan(options));
    await world.payOut(...loans.map(({ id }) => id));
    const [first] = await world.rows(loans[0]!.id);
    await nextDay(String(first?.due_on));
    return loans;
  }
  const withRows = async (loan: Loan) => ({ ...loan, rows: await world.rows(loan.id) });
  return {
    world,
    nextDay,
    today,
    staff: (call, options = {}) => world.api.call(call, { token: world.maker.token, ...options }),
    async dueToday(options = {}) {
      if (options.customer) return withRows((await liveAMonth(options, 1))[0]!);
      const kind = JSON.stringify(options, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
      const count = LOANS_A_MONTH[kind === "{}" ? "plain" : "special"];
      let found = ready.get(kind);
      if (!found?.loans.length || found.on !== (await today())) {
        const loans = await liveAMonth(options, count);
        ready.set(kind, (found = { on: await today(), loans }));
      }
      return withRows(found.loans.shift()!);
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
