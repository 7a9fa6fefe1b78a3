/** What colleagues read about their own access. */
import { roleName } from "@manilla/contract/role-names";
import type { Letter, Message } from "../notifications/index.ts";

interface Colleague {
  id: string;
  name: string;
}

export const invitation = ({ id, name }: Colleague, roles: readonly string[], link: string): Letter => ({
  subject: "You are invited to Manilla",
  text: `Hello ${name},\n\nYou have been given access to Manilla as ${roles.map(roleName).join(", ")}. Choose your password here within seven days:\n${link}\n\nIf you did not expect this, do nothing.`,
  about: `invitation:${id}`,
});

export const secondFactorReset = ({ id }: Colleague): Message => ({
  kind: "security",
  title: "Your second factor was removed",
  body: "Two colleagues have removed your second factor, and you were signed out. Set up a new one at the next sign-in. If you did not ask for this, tell an administrator now.",
  link: "/admin/settings/security",
  also: ["mail"],
  about: `colleague:${id}`,
});

export const letBackIn = ({ id }: Colleague): Message => ({
  kind: "security",
  title: "You can sign in again",
  body: "Your access to Manilla has been given back.",
  link: "/login",
  also: ["mail"],
  about: `colleague:${id}`,
});
