/** The open work of the demo today: requests at every stage, customers' questions, messages, partners. Made through the application's own calls. */
import * as companyDocuments from "@manilla/contract/companies/company-documents";
import * as team from "@manilla/contract/companies/team";
import * as affiliates from "@manilla/contract/growth/affiliates";
import * as appeals from "@manilla/contract/people/appeals";
import * as approvals from "@manilla/contract/platform/approvals";
import * as assignments from "@manilla/contract/people/assignments";
import * as communications from "@manilla/contract/people/communications";
import * as dataProtection from "@manilla/contract/people/data-protection";
import * as disbursements from "@manilla/contract/lending/disbursements";
import * as limits from "@manilla/contract/lending/limits";
import * as loans from "@manilla/contract/lending/loans";
import type { App } from "../src/house/app.ts";
import type { Door } from "./door.ts";
import { LEAVERS } from "./companies.ts";
import { drawPaper } from "./customer-papers.ts";
import { borrow } from "./past.ts";
import { emailOf } from "./people.ts";
import { getRow } from "../src/db/row.ts";
import { businessDate } from "../src/modules/platform/states/index.ts";

const TEMPLATES = [
  {
    name: "Salary day reminder",
    channel: "sms",
    category: "service",
    body: "Dear {{name}}, {{next_due}} falls due on {{next_due_on}}. Please keep it on your account.",
  },
  {
    name: "Welcome back",
    channel: "mail",
    category: "marketing",
    subject: "A second loan, quicker",
    body: "Dear {{name}},\n\nYou have paid everything back. A new loan takes you two minutes now.\n\nManilla",
  },
  {
    name: "Document missing",
    channel: "mail",
    category: "service",
    subject: "We still need a document",
    body: "Dear {{name}},\n\nOne of your documents could not be read. Please send it again from your profile.\n\nManilla",
  },
] as const;

const AFFILIATES = [
  { name: "Ogechi Partners", email: "hello@ogechipartners.example", phone: "08030005001", commission_percent: "1.5" },
  {
    name: "Campus Ambassadors Nsukka",
    email: "team@campusnsukka.example",
    phone: "08030005002",
    commission_percent: "2",
  },
  {
    name: "Balogun Market Traders",
    email: "desk@baloguntraders.example",
    phone: "08030005003",
    commission_percent: "1.25",
  },
] as const;

async function leaveRequests(app: App, door: Door, emailAt: (number: number) => string): Promise<void> {
  const [risk, maker] = [await door.as(emailOf("super_risk")), await door.as(emailOf("super_finance"))];
  const { id: plan_id } = await getRow(app.db, "loan_products", { code: "salary-loan" }, ["id"]);
  const ask = async (number: number, naira: number, purpose: string): Promise<string> =>
    (
      await door.call(loans.request, await door.as(emailAt(number)), {
        body: { plan_id, principal_kobo: naira * 100, instalments: 6, purpose },
      })
    ).loan.id;
  await ask(80, 275_000, "School fees");
  const marked = await ask(60, 400_000, "Second generator");
  await door.call(loans.officersVerify, risk, { params: { id: marked } });
  const accepted = await borrow(app, door, emailAt(71), {
    plan: "salary-loan",
    naira: 190_000,
    instalments: 4,
    purpose: "Rent",
  });
  await door.call(disbursements.disburseMany, maker, { body: { loan_ids: [accepted] } });
}

async function leaveQuestions(door: Door, emailAt: (number: number) => string): Promise<void> {
  const apply = async (number: number, naira: number, purpose: string): Promise<string> =>
    (await door.call(limits.apply, await door.as(emailAt(number)), { body: { requested_kobo: naira * 100, purpose } }))
      .request.id;
  const [admin, second] = [await door.as(emailOf("super_admin")), await door.as(emailOf("super_admin", 1))];
  const first = await apply(61, 1_000_000, "To buy stock when it is cheap");
  const { approval_id } = await door.call(limits.approveApplication, admin, {
    params: { id: first },
    body: { limit_kobo: 90_000_000, reason: "Eight instalments paid on their days." },
  });
  await door.call(approvals.approve, second, { params: { id: approval_id }, body: { version: 1 } });
  await apply(61, 1_500_000, "A second shop in Wuse");
  await apply(66, 2_000_000, "The roof of the clinic");
  await door.call(appeals.appealOwn, await door.as(emailAt(81)), {
    body: {
      text: "The loan at the other house was my brother's; his letter and the bank's confirmation are with my documents now.",
    },
  });
  await door.call(dataProtection.ask, await door.as(emailAt(57)), {
    body: { kind: "export", text: "Please send me what you keep about me." },
  });
  await door.call(dataProtection.ask, await door.as(emailAt(62)), {
    body: { kind: "correction", text: "My street is Ogui Road 41, not 14." },
  });
}

async function leaveMessages(door: Door): Promise<void> {
  const [admin, second] = [await door.as(emailOf("super_admin")), await door.as(emailOf("super_admin", 1))];
  for (const template of TEMPLATES) await door.call(communications.createTemplate, admin, { body: template });
  const service = { channel: "sms", category: "service", body: TEMPLATES[0].body } as const;
  const { approval_id } = await door.call(communications.create, admin, {
    body: { name: "Reminder before salary day", ...service, segment: { queue: "active" } },
  });
  if (approval_id) await door.call(approvals.approve, second, { params: { id: approval_id }, body: { version: 1 } });
  await door.call(communications.create, admin, {
    body: {
      name: "A second loan, quicker",
      channel: "mail",
      category: "marketing",
      subject: TEMPLATES[1].subject,
      body: TEMPLATES[1].body,
      segment: { queue: "paid" },
    },
  });
  for (const affiliate of AFFILIATES) await door.call(affiliates.create, admin, { body: affiliate });
}

const POOL = [
  { role: "super_risk", capacity: 20 },
  { role: "super_operations", capacity: 10 },
  { role: "super_support", capacity: 5 },
] as const;
const GIVEN = 9;

/** The pool of underwriting, with cases given in turn: some of the people were called, one does not answer. */
async function leaveAssignments(app: App, door: Door): Promise<void> {
  const admin = await door.as(emailOf("super_admin"));
  for (const { role, capacity } of POOL) {
    const { id } = await getRow(app.db, "users", { email: emailOf(role) }, ["id"]);
    await door.call(assignments.addMembers, admin, { body: { admin_ids: [id], capacity } });
  }
  const waiting = await app.db
    .selectFrom("users as u")
    .innerJoin("profiles as p", "p.user_id", "u.id")
    .select("u.id")
    .where("u.status", "=", "processing")
    .where("p.status", "=", "pending")
    .orderBy("u.created_at")
    .limit(GIVEN)
    .execute();
  await door.call(assignments.assign, admin, { body: { user_ids: waiting.map(({ id }) => id) } });
  const contacts = [
    ["reached", "Sends the last payslip tomorrow."],
    ["no_answer", "Rang twice."],
    ["call_back", "In a meeting until four."],
    ["reached", "Explained the two debits that came back."],
  ] as const;
  const mine = await app.db
    .selectFrom("assignments as a")
    .innerJoin("users as c", "c.id", "a.admin_id")
    .select(["a.user_id", "c.email"])
    .where("a.ended_at", "is", null)
    .orderBy("a.user_id")
    .limit(contacts.length)
    .execute();
  for (const [index, { user_id, email }] of mine.entries()) {
    const [outcome, note] = contacts[index] ?? contacts[0];
    await door.call(assignments.markAsContacted, await door.as(email), {
      body: {
        user_id,
        channel: "phone",
        outcome,
        note,
        ...(outcome === "call_back" && { call_again_on: await businessDate(app.db) }),
      },
    });
  }
}

/** @param emailAt the address of a person of the sandbox by their number */
/** The demo's company: who is deactivated, who has left, and a paper that waits to be verified. */
async function leaveTeam(app: App, door: Door): Promise<void> {
  const [owner, hr] = [await door.as(emailOf("company_super_admin")), await door.as(emailOf("company_hr"))];
  const idOf = async (email: string) => (await getRow(app.db, "users", { email }, ["id"])).id;
  const [inactive, left] = [await idOf(LEAVERS.inactive), await idOf(LEAVERS.left)];
  await door.call(team.deactivate, hr, { params: { id: inactive }, body: { reason: "On unpaid leave" } });
  await door.call(team.leave, hr, { params: { id: left }, body: { reason: "Has found another post" } });
  await door.call(companyDocuments.upload, owner, {
    body: { kind: "certificate_of_incorporation" },
    file: { name: "certificate.png", media_type: "image/png", bytes: await drawPaper("Certificate of incorporation") },
  });
}

export async function leaveWork(app: App, door: Door, emailAt: (number: number) => string): Promise<void> {
  await leaveRequests(app, door, emailAt);
  await leaveQuestions(door, emailAt);
  await leaveMessages(door);
  await leaveTeam(app, door);
  await leaveAssignments(app, door);
}
