/** Mono's look-ups: BVN with a code to its owner, NIN, credit history (docs.mono.co; v2 and v3). */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { OutcomeUnknown, ProviderRefused, callProvider } from "../http.ts";
import type { BureauSummary, IdentityPort, IdentityRecord } from "./port.ts";

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);
/** `yyyy-mm-dd`, also from the dd-mm-yyyy of the national register. */
const day = text.transform((value) => {
  const turned = /^(\d{2})-(\d{2})-(\d{4})$/.exec(value ?? "");
  const iso = turned ? `${turned[3]}-${turned[2]}-${turned[1]}` : (value?.slice(0, 10) ?? null);
  return iso && /^\d{4}-\d{2}-\d{2}$/.test(iso) ? iso : null;
});

const started = z.object({
  session_id: z.string(),
  methods: z.array(z.object({ method: z.string(), hint: z.string() })),
});
const bvnRecord = z.object({
  first_name: z.string(),
  middle_name: text,
  last_name: z.string(),
  dob: day,
  gender: text,
  phone_number: text,
  residential_address: text,
  watch_listed: z.union([z.boolean(), z.string()]).nullish(),
});
const ninRecord = z.object({
  firstname: z.string(),
  middlename: text,
  surname: z.string(),
  birthdate: day,
  gender: text,
  telephoneno: text,
  residence_address: text,
});
const bureauLoan = z.object({
  date_opened: z.string(),
  opening_balance: z.number(),
  repayment_amount: z.number().nullish(),
  overdue_amount: z.number().nullish(),
  loan_status: z.string(),
  performance_status: text,
  days_in_arrears: z.number().nullish(),
  repayment_schedule: z.array(z.record(z.string(), z.string())).nullish(),
});
const history = z.object({
  providers: z.array(z.string()).nullish(),
  credit_history: z.array(z.object({ institution: z.string(), history: z.array(bureauLoan) })),
});

/** An answer in another shape than agreed is no answer. */
function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const parsed = shape.safeParse((answer as { data?: unknown } | null)?.data);
  if (!parsed.success) throw new OutcomeUnknown("Mono answered in an unknown shape");
  return parsed.data;
}

const genderOf = (word: string | null): string | null =>
  word === null
    ? null
    : word.toLowerCase().startsWith("m")
      ? "male"
      : word.toLowerCase().startsWith("f")
        ? "female"
        : null;

/** What the look-up of "all" asks (Mono's documentation). */
const BUREAUS = ["crc", "xds"];
const OPEN = new Set(["open", "active", "performing"]);

function bureauSummary(answer: z.output<typeof history>): BureauSummary {
  const loans = answer.credit_history.flatMap(({ institution, history: each }) =>
    each.map((loan) => {
      const unpaid = (loan.repayment_schedule ?? [])
        .flatMap((month) => Object.values(month))
        .filter((word) => word !== "paid").length;
      const isClosed = loan.loan_status === "closed";
      return {
        lender: institution,
        opened_on: loan.date_opened.slice(0, 10),
        amount_kobo: BigInt(Math.round(loan.opening_balance)),
        balance_kobo: isClosed ? 0n : BigInt(Math.round(loan.repayment_amount ?? 0)) * BigInt(unpaid),
        status:
          loan.performance_status && loan.performance_status !== "performing"
            ? loan.performance_status
            : loan.loan_status,
        days_past_due: loan.days_in_arrears ?? 0,
      };
    }),
  );
  return {
    bureau: (answer.providers ?? []).join(", ") || "bureau",
    loans,
    open_loans: loans.filter(({ status, balance_kobo }) => OPEN.has(status) && balance_kobo > 0n).length,
    overdue_loans: loans.filter(
      ({ status, days_past_due }) => days_past_due > 0 || ["non-performing", "lost", "written-off"].includes(status),
    ).length,
    total_balance_kobo: loans.reduce((sum, { balance_kobo }) => sum + balance_kobo, 0n),
  };
}

/** Mono's look-up of BVN, NIN and credit bureaus behind our port. */
export function createMonoIdentity({ MONO_URL, MONO_SECRET_KEY }: Config): IdentityPort {
  const ask = (path: string, body: unknown, session?: string) =>
    callProvider<unknown>({
      provider: "Mono",
      method: "POST",
      url: `${MONO_URL}${path}`,
      headers: { "mono-sec-key": MONO_SECRET_KEY ?? "", ...(session && { "x-session-id": session }) },
      body,
      deadline: 20_000,
    });
  return {
    async startBvn(bvn) {
      const { session_id, methods } = read(started, await ask("/v2/lookup/bvn/initiate", { bvn, scope: "identity" }));
      return { provider_session: session_id, methods };
    },
    async sendBvnCode(provider_session, { method, phone_number }) {
      const answer = (await ask(
        "/v2/lookup/bvn/verify",
        { method, ...(phone_number && { phone_number }) },
        provider_session,
      )) as { message?: string };
      return { sent_to: typeof answer.message === "string" ? answer.message.slice(0, 200) : method };
    },
    async finishBvn(provider_session, otp): Promise<IdentityRecord> {
      const found = read(bvnRecord, await ask("/v2/lookup/bvn/details", { otp }, provider_session));
      return {
        first_name: found.first_name,
        middle_name: found.middle_name,
        last_name: found.last_name,
        date_of_birth: found.dob,
        gender: genderOf(found.gender),
        phone: found.phone_number,
        address: found.residential_address,
        is_watch_listed: found.watch_listed === true || /^(yes|true)$/i.test(String(found.watch_listed)),
      };
    },
    async findNin(nin): Promise<IdentityRecord> {
      const found = read(ninRecord, await ask("/v3/lookup/nin", { nin }));
      return {
        first_name: found.firstname,
        middle_name: found.middlename,
        last_name: found.surname,
        date_of_birth: found.birthdate,
        gender: genderOf(found.gender),
        phone: found.telephoneno,
        address: found.residence_address,
        is_watch_listed: false,
      };
    },
    async creditHistory(bvn) {
      try {
        return bureauSummary(read(history, await ask("/v3/lookup/credit-history/all", { bvn })));
      } catch (error) {
        // None of those that were asked knows this person: that is what they report.
        if (!(error instanceof ProviderRefused && error.status === 404)) throw error;
        return bureauSummary({ providers: BUREAUS, credit_history: [] });
      }
    },
    async reportLoan({ outstanding_kobo, ...report }) {
      await ask("/v3/credit-report/loans", { ...report, outstanding_kobo: Number(outstanding_kobo) });
    },
  };
}
