import { spawnSync } from "node:child_process";

/** `npm run chaos -- <name> [words …]`: minutes of faults on real processes, run before an issue is called done (not in `npm test`). `--list` prints the names. */
interface Chaos {
  /** One line for the list. */
  what: string;
  run: () => Promise<unknown>;
}

const chaos: Record<string, Chaos> = {
  kills: {
    what: "API, worker and database killed in the middle of disbursement and close of business (what runs without a name)",
    run: () => import("./kills.ts"),
  },
  rooms: {
    what: "[import|messages|backtest|retention|export|assignment …] each killed in the middle: nothing lost, nothing twice",
    run: () => import("./rooms.ts"),
  },
  rolling: {
    what: "two addresses, one with several processes, under a hundred requests a second (A_SECOND): restarted, killed, every database connection cut (promise O3)",
    run: () => import("./rolling.ts"),
  },
  clock: {
    what: "the real processes under libfaketime: the length of a session, 31 January to 1 March (promises E1, M11)",
    run: () => import("./clock.ts"),
  },
  failover: {
    what: "[writes] two database nodes under Patroni, the primary killed under load; installs Debian's packages as root (promises M3, O1)",
    run: () => import("./failover.ts"),
  },
  restore: {
    what: "[postings] pgbackrest while money moves, then the books brought back to three moments; Debian's packages as root (promise O2)",
    run: () => import("./restore.ts"),
  },
  release: {
    what: "a release made, started outside the repository against its own PostgreSQL, twice API and once worker behind a proxy (16 s, also in npm test)",
    run: () => import("./release.ts"),
  },
  payouts: {
    what: "10,000 payouts (PAYOUTS) through ten minutes (MINUTES) of a provider that fails and hangs (promises M5, M13)",
    run: () => import("./payouts.ts"),
  },
  payments: {
    what: "10,000 transfers and bills (PAYMENTS) through ten minutes (MINUTES) of failing providers; API, worker and database killed (issue 14)",
    run: () => import("./payments.ts"),
  },
  cards: {
    what: "cards asked for, made, used (PURCHASES) and settled while API, worker and database are killed: none made twice, each capture and each file once (issue 13)",
    run: () => import("./cards.ts"),
  },
  companies: {
    what: "a company's money: purses, limits, draws, approvals and statements; API, worker and database killed in the middle",
    run: () => import("./companies.ts"),
  },
  spending: {
    what: "a company's expenses paid into purses (REQUESTS) and a deduction file given to its loans (LOANS); API, worker and database killed (issue 12)",
    run: () => import("./spending.ts"),
  },
  transfers: {
    what: "the 10,115 real transfers between banks (3,772 in, 6,343 out; ACCOUNTS) through the partner bank to the end: balances as published, orders recognised",
    run: () => import("./transfers.ts"),
  },
  neighbour: {
    what: "one colleague exports and searches in loops; what another's lists take beside it (promise O4)",
    run: () => import("./neighbour.ts"),
  },
};

/** Those that want Debian's packages, which are installed as root: not part of `all` elsewhere. */
const DEBIAN = new Set(["failover", "restore"]);
/** Each in a process of its own, as alone; the exit code says whether all passed. */
function runAll(): void {
  const isRoot = process.getuid?.() === 0;
  const failed = Object.keys(chaos)
    .filter((name) => isRoot || !DEBIAN.has(name))
    .filter((name) => {
      console.log(`\n── ${name}`);
      const words = [...process.execArgv, import.meta.filename, name];
      return spawnSync(process.execPath, words, { stdio: "inherit" }).status !== 0;
    });
  console.log(failed.length > 0 ? `\nfailed: ${failed.join(", ")}` : "\nall passed");
  process.exitCode = failed.length > 0 ? 1 : 0;
}

// What follows the name belongs to the part itself, which reads it where a command of its own would.
const [name = "kills"] = process.argv.splice(2, 1);
const wanted = chaos[name];
if (wanted) await wanted.run();
else if (name === "all") runAll();
else {
  const lines = Object.entries(chaos).map(([each, { what }]) => `  ${each.padEnd(10)}${what}`);
  lines.push("  all       each of them, one after the other");
  console.log(`npm run chaos -- <name>\n\n${lines.join("\n")}`);
  process.exitCode = name === "--list" ? 0 : 1;
}
