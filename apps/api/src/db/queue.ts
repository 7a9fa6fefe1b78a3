import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";
import { PgBoss } from "pg-boss";
import type { Database, Tx } from "./database.ts";
import { announce, later } from "./pipelined-database.ts";

/** Every queue with what its jobs carry. A job is at least once: handlers are idempotent by reference. */
export interface Jobs {
  "send-sms": { to: string; text: string; reference: string; is_offer?: boolean };
  "send-mail": { to: string; subject: string; text: string; reference: string };
  "send-push": { user_id: string; title: string; body: string; reference: string };
  "send-payout": { payout_id: string };
  "query-payout": { payout_id: string };
  "run-import": { import_id: string };
  "run-loan-import": { import_id: string };
  "check-beneficiaries": { upload_id: string };
  "run-staff-import": { import_id: string };
  "check-transfer-batch": { batch_id: string };
  "send-transfer-batch": { batch_id: string };
  "receive-webhook": { webhook_id: string };
  "close-of-business": { requested_by: string; business_date: string };
  "analyse-statement": { document_id: string };
  "look-at-statement-session": { pull_id: string };
  "query-charge": { charge_id: string };
  "run-backtest": { backtest_id: string };
  "decide-loan": { loan_id: string };
  "send-communication": { communication_id: string };
  "tell-bureau": { loan_id: string };
  "allocate-deductions": { file_id: string };
  "make-card": { card_id: string };
  "tell-issuer": { card_id: string };
  "end-card": { issuer_card_id: string };
  "send-bill": { bill_id: string };
  "ask-recall": { recall_id: string };
  "query-bill": { bill_id: string };
  "pay-bill-order": { order_id: string };
  "send-dispute": { dispute_id: string };
  "ask-dispute": { issuer_dispute_id: string };
}
export type JobName = keyof Jobs;

const queues: Record<JobName, { retryLimit: number; expireInSeconds: number }> = {
  "send-sms": { retryLimit: 8, expireInSeconds: 60 },
  "send-mail": { retryLimit: 8, expireInSeconds: 60 },
  "send-push": { retryLimit: 8, expireInSeconds: 60 },
  // What a money job finds when it comes back is the payout's own state.
  "send-payout": { retryLimit: 1_000, expireInSeconds: 120 },
  "query-payout": { retryLimit: 1_000, expireInSeconds: 120 },
  "query-charge": { retryLimit: 1_000, expireInSeconds: 120 },
  "send-communication": { retryLimit: 100, expireInSeconds: 3_600 },
  // The bureau may be away for days: the report says what is true when it goes out.
  "tell-bureau": { retryLimit: 1_000, expireInSeconds: 60 },
  "decide-loan": { retryLimit: 20, expireInSeconds: 120 },
  // What has its receipt is not given again.
  "allocate-deductions": { retryLimit: 1_000, expireInSeconds: 1_800 },
  // What has been made is looked up; how a card is used is read when the issuer is reached.
  "make-card": { retryLimit: 1_000, expireInSeconds: 120 },
  "tell-issuer": { retryLimit: 1_000, expireInSeconds: 120 },
  "end-card": { retryLimit: 1_000, expireInSeconds: 120 },
  "send-bill": { retryLimit: 1_000, expireInSeconds: 120 },
  // Asked once; the question about its answer may be repeated.
  "ask-recall": { retryLimit: 1_000, expireInSeconds: 120 },
  "query-bill": { retryLimit: 1_000, expireInSeconds: 120 },
  // A row that has its bill is not given another one.
  "pay-bill-order": { retryLimit: 1_000, expireInSeconds: 1_800 },
  // Sent once and then looked up; news of one is a question that may be asked twice.
  "send-dispute": { retryLimit: 1_000, expireInSeconds: 120 },
  "ask-dispute": { retryLimit: 20, expireInSeconds: 120 },
  "run-backtest": { retryLimit: 20, expireInSeconds: 1_800 },
  "run-import": { retryLimit: 20, expireInSeconds: 1_800 },
  "check-beneficiaries": { retryLimit: 20, expireInSeconds: 1_800 },
  "run-staff-import": { retryLimit: 20, expireInSeconds: 1_800 },
  "run-loan-import": { retryLimit: 20, expireInSeconds: 1_800 },
  // A bank may be away for hours: its rows are queried again.
  "check-transfer-batch": { retryLimit: 1_000, expireInSeconds: 1_800 },
  // A row that has its transfer is not given another one.
  "send-transfer-batch": { retryLimit: 1_000, expireInSeconds: 1_800 },
  "receive-webhook": { retryLimit: 20, expireInSeconds: 120 },
  "close-of-business": { retryLimit: 100, expireInSeconds: 3_600 },
  "analyse-statement": { retryLimit: 5, expireInSeconds: 300 },
  "look-at-statement-session": { retryLimit: 20, expireInSeconds: 120 },
};

/** A worker says so often that it is alive; a job whose worker was killed is given to another one after this (promises O3: within two minutes). */
const HEARTBEAT_SECONDS = 20;
const LOOK_FOR_THE_DEAD_EVERY_SECONDS = 10;
const MAX_RETRY_PAUSE_SECONDS = 30;
/** Workers are notified of a job at once; one without a notification is found after this. */
const POLLED_EVERY_SECONDS = 5;
/** Where pg-boss listens for the names of queues that have a job (`notifyChannelSql` of its plans). */
const CHANNEL = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`;

export interface SendOptions {
  /** Not before this many seconds from now. */
  after_seconds?: number;
}

export interface Queue {
  /** Inside a transaction the job exists only if the transaction commits: this is the outbox. */
  send<Name extends JobName>(db: Database | Tx, name: Name, data: Jobs[Name], options?: SendOptions): Promise<void>;
  /** Many jobs of one kind in one statement. */
  sendMany<Name extends JobName>(db: Database | Tx, name: Name, data: readonly Jobs[Name][]): Promise<void>;
  /** A job keeps its id when it is tried again. */
  work<Name extends JobName>(
    name: Name,
    handler: (data: Jobs[Name], job_id: string) => Promise<void>,
    options?: { at_once?: number },
  ): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the job tables and queues; run by the owner beside the migrations. */
export async function installQueues(owner_url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: owner_url, max: 1, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    const settings = {
      ...options,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: MAX_RETRY_PAUSE_SECONDS,
      // Workers are notified after the commit (announcing.ts): what pg-boss would do within it locks the whole database until it is on disk.
      notify: false,
      heartbeatSeconds: HEARTBEAT_SECONDS,
    };
    await ((await boss.getQueue(name)) ? boss.updateQueue(name, settings) : boss.createQueue(name, settings));
  }
  await boss.stop({ graceful: false });
}

/** Starts the queue of this process. `works` is false in a process that only sends. */
export async function startQueue(
  connectionString: string,
  onError: (error: Error) => void,
  works: boolean,
): Promise<Queue> {
  const boss = new PgBoss({
    connectionString,
    max: works ? 4 : 1,
    migrate: false,
    createSchema: false,
    supervise: works,
    superviseIntervalSeconds: LOOK_FOR_THE_DEAD_EVERY_SECONDS,
    monitorIntervalSeconds: LOOK_FOR_THE_DEAD_EVERY_SECONDS,
    schedule: false,
    useListenNotify: works,
  });
  boss.on("error", onError);
  await boss.start();
  // The id of a job is nobody's business: nobody waits for it.
  const over = (db: Database | Tx) => ({
    async executeSql(text: string, values: unknown[] = []): Promise<{ rows: never[] }> {
      await later(db, { compile: () => CompiledQuery.raw(text, values) });
      return { rows: [] };
    },
  });
  return {
    async send(db, name, data, { after_seconds } = {}) {
      await boss.send(name, data, { db: over(db), ...(after_seconds !== undefined && { startAfter: after_seconds }) });
      if (!after_seconds) await announce(db, name, CHANNEL);
    },
    async sendMany(db, name, data) {
      if (data.length === 0) return;
      const jobs = data.map((item) => ({ data: item }));
      await boss.insert(name, jobs, { db: over(db) });
      await announce(db, name, CHANNEL);
    },
    async work(name, handler, options = {}) {
      for (let worker = 0; worker < (options.at_once ?? 1); worker += 1) {
        // After a job the next one is fetched at once: without this a worker takes one job for each poll.
        let id = "";
        id = await boss.work<Jobs[typeof name]>(
          name,
          { pollingIntervalSeconds: POLLED_EVERY_SECONDS },
          async ([job]) => {
            if (job) await handler(job.data, job.id).finally(() => id && boss.notifyWorker(id));
          },
        );
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
