/** What a company's people read of their place in it. */
import { counted, naira } from "@manilla/contract/formats";
import type { Letter, Message, Note } from "../../platform/notifications/index.ts";

interface Employee {
  id: string;
  user_id: string;
  name: string;
  company: string;
}

export const invitation = ({ user_id, name, company }: Omit<Employee, "id">, link: string): Letter => ({
  subject: `${company} on Manilla`,
  text: `Hello ${name},\n\n${company} has registered you as one of its people on Manilla. Choose your password here within seven days:\n${link}\n\nIf you do not work there, do nothing.`,
  about: `invitation:${user_id}`,
});

/** To somebody who has an account: they join with it. */
export const invitationOfKnown = ({ user_id, name, company }: Omit<Employee, "id">, link: string): Letter => ({
  subject: `${company} on Manilla`,
  text: `Hello ${name},\n\n${company} has registered you as one of its people on Manilla. You have an account with us already: sign in with your own password and accept or decline within seven days:\n${link}\n\nYour account and your loans stay your own; ${company} does not learn of them. If you do not work there, decline.`,
  about: `invitation:${user_id}`,
});

export const accepted = (employee: { id: string; name: string }): Note => ({
  kind: "employment",
  title: `${employee.name} has accepted your invitation`,
  body: "They are one of your company's people now.",
  link: `/corporate/users/${employee.id}`,
});

const aboutEmployment = ({ id }: Employee) =>
  ({ kind: "employment", link: "/customer/settings/profile", also: ["mail"], about: `employment:${id}` }) as const;

export const deactivated = (employee: Employee): Message => ({
  ...aboutEmployment(employee),
  title: `${employee.company} has deactivated you`,
  body: `You do nothing for ${employee.company} on Manilla until it activates you again. Your own account and your loans stay as they are.`,
});

export const activated = (employee: Employee): Message => ({
  ...aboutEmployment(employee),
  title: `${employee.company} has activated you`,
  body: `You can act for ${employee.company} on Manilla again. Sign in again.`,
});

export const left = (employee: Employee, loans: number): Message => ({
  ...aboutEmployment(employee),
  title: `You no longer work for ${employee.company}`,
  body: [
    `${employee.company} has recorded that you left. Your account is your own from now on.`,
    ...(loans > 0
      ? [
          `Your ${counted(loans, "running loan")} are no longer paid from your salary there: you pay the instalments yourself, on the same days.`,
        ]
      : []),
  ].join(" "),
});

/** Of who has left: what they were paid back is in a wallet of their own. */
export const ownMoney = (amount_kobo: bigint): Note => ({
  kind: "wallet",
  link: "/customer/statement",
  title: `${naira(amount_kobo)} of your own money is in your wallet`,
  body: "It was paid back into your purse for what you had spent yourself. The purse is closed; this stays yours.",
});

/** To the company's administrators. */
export const givenPower = (name: string): Note => ({
  kind: "team",
  title: `${name} is given power in your company by us`,
  body: `Two of our colleagues let ${name} decide about your company's money or rights. It begins a day after ${name} has joined. If you did not ask for this, call us at once.`,
  link: "/corporate/admins",
});
