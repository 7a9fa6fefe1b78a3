/** The sandbox's invented people, for the demo world: who they are and what their bank prints. Never in production. */

/** One of them (apps/sandbox, GET /people.json). */
export interface SandboxPerson {
  number: number;
  bvn: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  gender: "male" | "female";
  date_of_birth: string;
  phone: string;
  email: string;
  work_email: string;
  address: string;
  employer: string;
  salary_kobo: number;
  salary_day: number;
  accounts: { account_number: string; account_name: string; bank_code: string; bank_name: string }[];
}

const ATTEMPTS = 40;
const PAUSE_MILLISECONDS = 250;

/** Everybody. The sandbox starts beside us, so it is waited for a little; without it the answer is nobody. */
export async function fetchSandboxPeople(url: string): Promise<SandboxPerson[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const answer = await fetch(`${url}/people.json`, { signal: AbortSignal.timeout(2_000) });
      if (answer.ok) return ((await answer.json()) as { people: SandboxPerson[] }).people;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
  return [];
}

/** A person's bank statement as the bank would send it. */
export async function fetchSandboxStatement(url: string, bvn: string, format: "csv" | "pdf"): Promise<Buffer> {
  const answer = await fetch(`${url}/people/${bvn}/statement.${format}`, { signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) throw new Error(`the sandbox has no statement (${answer.status})`);
  return Buffer.from(await answer.arrayBuffer());
}
