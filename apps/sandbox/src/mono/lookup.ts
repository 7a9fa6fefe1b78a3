import { randomInt, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { businessDate } from "../clock.ts";
import { isDeclined } from "../faults.ts";
import { receive } from "../inbox/messages.ts";
import { creditHistory } from "../people/bureau.ts";
import type { Person } from "../people/people.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { envelope } from "./shapes.ts";
import type { MonoSession } from "./state.ts";

const OTP_MINUTES = 10;
const OTP_ATTEMPTS = 5;
const eleven = z.string().regex(/^\d{11}$/, "must be 11 digits");
const initiateSchema = z.object({ bvn: eleven, scope: z.enum(["identity", "bank_accounts"]).default("identity") });
const verifySchema = z.object({
  method: z.enum(["phone", "phone_1", "alternate_phone", "email"]),
  phone_number: z.string().min(7).max(20).optional(),
});

const loanReport = z.object({
  bvn: eleven,
  reference: z.string().min(3).max(60),
  status: z.enum(["closed", "charged_off"]),
  outstanding_kobo: z.int().min(0),
  as_at: z.iso.date(),
});

const monoDate = (date: string): string => date.split("-").reverse().join("-");

function identityOf(person: Person) {
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    middle_name: person.middle_name,
    dob: person.date_of_birth,
    phone_number: person.phone,
    phone_number_2: null,
    email: person.email,
    gender: person.gender === "male" ? "Male" : "Female",
    state_of_origin: `${person.state_of_origin} State`,
    bvn: person.bvn,
    nin: person.nin,
    registration_date: "2016-03-14",
    lga_of_origin: null,
    lga_of_residence: null,
    state_of_residence: "Lagos State",
    residential_address: person.address,
    marital_status: person.number % 3 === 0 ? "Single" : "Married",
    watch_listed: person.trait === "watch_listed",
    nationality: "Nigeria",
    level_of_account: "Level 2 - Medium Level Accounts",
    registration_bank: person.accounts[0]?.bank_code ?? null,
    photo_id: null,
  };
}

const accountsOf = (person: Person) =>
  person.accounts.map(({ account_name, account_number, account_type, bank_code, bank_name }) => ({
    account_name,
    account_number,
    account_type,
    account_designation: "OTHERS",
    institution: { name: bank_name, branch: null, bank_code },
  }));

/** BVN with a code to the owner's phone, NIN, and the credit bureau. */
export function registerLookup(app: FastifyInstance, world: World): void {
  const reports = new Map<string, z.output<typeof loanReport>>();
  const { store, people } = world;
  const personOf = (bvn: string): Person => {
    const person = people.byBvn(bvn);
    if (!person) throw new Refusal(404, "BVN not found, please check and try again.");
    return person;
  };
  function sessionOf(request: FastifyRequest): MonoSession {
    const session = store.state.mono.sessions[String(request.headers["x-session-id"] ?? "")];
    if (!session) throw new Refusal(400, "Invalid or expired session id.");
    return session;
  }
  app.post("/v2/lookup/bvn/initiate", (request) => {
    const { bvn, scope } = initiateSchema.parse(request.body);
    const person = personOf(bvn);
    if (isDeclined(request)) throw new Refusal(404, "BVN not found, please check and try again.");
    const session_id = randomUUID();
    store.state.mono.sessions[session_id] = { bvn, scope, otp: null, otp_sent_at: null, attempts: 0 };
    store.touch();
    return envelope("BVN lookup initiated successfully.", {
      session_id,
      bvn,
      scope,
      methods: [
        {
          method: "phone",
          hint: `Sms with a verification code will be sent to phone ending with ${person.phone.slice(-4)}`,
        },
        { method: "alternate_phone", hint: "Sms with a verification code will be sent to your alternate phone number" },
        { method: "email", hint: `A verification code will be sent to ${person.email.replace(/^(.).*@/, "$1***@")}` },
      ],
    });
  });
  app.post("/v2/lookup/bvn/verify", (request) => {
    const { method, phone_number } = verifySchema.parse(request.body);
    const session = sessionOf(request);
    const person = personOf(session.bvn);
    if (method === "alternate_phone" && !phone_number)
      throw new Refusal(400, "phone_number is required for alternate_phone.");
    Object.assign(session, {
      otp: String(randomInt(100_000, 1_000_000)),
      otp_sent_at: new Date().toISOString(),
      attempts: 0,
    });
    const text = `Your BVN verification code is ${session.otp}. It expires in ${OTP_MINUTES} minutes.`;
    const phone =
      method === "alternate_phone" && phone_number
        ? `+${phone_number.replace(/\D/g, "").replace(/^0/, "234")}`
        : person.phone;
    if (method === "email")
      receive(store, { channel: "email", to: person.email, subject: "BVN verification code", text });
    else receive(store, { channel: "sms", to: phone, subject: "NIBSS", text });
    return envelope(
      `Enter the code that was sent to ${method === "email" ? "your email" : `the phone ending with ${phone.slice(-4)}`}.`,
      null,
    );
  });
  app.post("/v2/lookup/bvn/details", (request) => {
    const { otp } = z.object({ otp: z.string().min(4).max(10) }).parse(request.body);
    const session = sessionOf(request);
    const age = session.otp_sent_at ? Date.now() - Date.parse(session.otp_sent_at) : Infinity;
    session.attempts += 1;
    store.touch();
    if (!session.otp || session.attempts > OTP_ATTEMPTS || age > OTP_MINUTES * 60_000)
      throw new Refusal(400, "The code has expired. Ask for a new one.");
    if (session.otp !== otp) throw new Refusal(400, "Invalid OTP provided. Please check and try again.");
    session.otp = null;
    const person = personOf(session.bvn);
    return envelope("Success", session.scope === "identity" ? identityOf(person) : accountsOf(person));
  });
  app.post("/v3/lookup/nin", (request) => {
    const { nin } = z.object({ nin: eleven }).parse(request.body);
    const person = people.byNin(nin);
    if (!person || isDeclined(request)) throw new Refusal(404, "NIN not found, please check and try again.");
    return envelope("NIN lookup successful", {
      nin,
      firstname: person.first_name,
      middlename: person.middle_name,
      surname: person.last_name,
      birthdate: monoDate(person.date_of_birth),
      gender: person.gender === "male" ? "m" : "f",
      telephoneno: person.phone.replace("+234", "0"),
      email: person.email,
      residence_address: person.address,
      residence_state: "Lagos",
      self_origin_state: person.state_of_origin,
      birthcountry: "nigeria",
      photo: null,
    });
  });
  // What lenders tell the bureau; kept by lender's reference, so that the same report again is one.
  app.post("/v3/credit-report/loans", (request) => {
    const report = loanReport.parse(request.body);
    personOf(report.bvn);
    reports.set(report.reference, report);
    return envelope("Report received", { reference: report.reference });
  });
  app.get("/v3/credit-report/loans", () => envelope("Reports", [...reports.values()]));
  app.post<{ Params: { provider: string } }>("/v3/lookup/credit-history/:provider", (request) => {
    const { provider } = z.object({ provider: z.enum(["crc", "xds", "first_central", "all"]) }).parse(request.params);
    const { bvn } = z.object({ bvn: eleven }).parse(request.body);
    if (isDeclined(request)) throw new Refusal(404, "No credit history found for this BVN.");
    return envelope("Lookup Successful", creditHistory(personOf(bvn), provider, businessDate(store.state)));
  });
}
