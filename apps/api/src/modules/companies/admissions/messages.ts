/** What the owners of a company read of decisions about it. */
import { type DeclineReason, declineWords } from "@manilla/contract/companies/decline-reasons";
import type { Letter, Message } from "../../platform/notifications/index.ts";

interface Company {
  id: string;
  name: string;
}

const aboutCompany = ({ id }: Company, link = "/corporate/dashboard") =>
  ({ kind: "company", link, also: ["mail"], about: `company:${id}` }) as const;

export const approved = (company: Company): Message => ({
  ...aboutCompany(company, "/corporate/subscription"),
  title: `${company.name} is approved`,
  body: `${company.name} is approved. Choose a plan, and confirm who works for you under Team.`,
});

export const declined = (company: Company, because: DeclineReason): Message => ({
  ...aboutCompany(company, "/corporate/help"),
  title: `The application of ${company.name} was declined`,
  body: `We could not approve ${company.name}, because ${declineWords[because]}. Write to us under Help if this is wrong.`,
});

export const suspended = (company: Company): Message => ({
  ...aboutCompany(company, "/corporate/help"),
  title: `${company.name} is suspended`,
  body: `${company.name} is suspended. You can look at everything and change nothing. Your people keep their accounts and their loans run as agreed. Write to us under Help.`,
});

export const letBackIn = (company: Company): Message => ({
  ...aboutCompany(company),
  title: `${company.name} is active again`,
  body: `${company.name} is active again, and you can use everything as before.`,
});

export const invitation = ({ id, name }: Company, owner: { name: string }, link: string): Letter => ({
  subject: `${name} on Manilla`,
  text: `Hello ${owner.name},\n\n${name} was registered with Manilla and you as its owner. Choose your password here within seven days:\n${link}\n\nIf you did not expect this, do nothing.`,
  about: `company:${id}`,
});
