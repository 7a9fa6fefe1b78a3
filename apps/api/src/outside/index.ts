/** The outside world: one port per need, one adapter per provider, chosen by configuration. Only this folder calls out. */
import type { Config } from "../config.ts";
import { createSmtpMail } from "./mail/smtp.ts";
import { createTermiiSms } from "./sms/termii.ts";

/** Sends one text message. `reference` makes a retry recognisable at the provider. */
export interface SmsPort {
  send(message: { to: string; text: string; reference: string }): Promise<void>;
}
/** Sends one mail as plain text. */
export interface MailPort {
  send(message: { to: string; subject: string; text: string; reference: string }): Promise<void>;
}

export interface Outside {
  sms: SmsPort;
  mail: MailPort;
}

export function createOutside(config: Config): Outside {
  return { sms: createTermiiSms(config), mail: createSmtpMail(config) };
}
