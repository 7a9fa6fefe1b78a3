/** The outside world: one port per need, one adapter per provider, chosen by configuration. Only this folder calls out. */
import type { Config } from "../config.ts";
import type { BankPort } from "./bank/port.ts";
import { createBankStatements } from "./bank/statement-file.ts";
import { createMonoIdentity } from "./identity/mono.ts";
import type { IdentityPort } from "./identity/port.ts";
import { createSmtpMail } from "./mail/smtp.ts";
import { createPaystack } from "./payments/paystack.ts";
import type { PaymentsPort } from "./payments/port.ts";
import { type PushPort, createFcmPush } from "./push/fcm.ts";
import { createTermiiSms } from "./sms/termii.ts";
import { createMonoStatements } from "./statements/mono.ts";
import type { StatementSources, StatementsPort } from "./statements/port.ts";
import { createStatementSources } from "./statements/sources.ts";

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
  push: PushPort;
  payments: PaymentsPort;
  bank: BankPort;
  identity: IdentityPort;
  statements: StatementsPort;
  statement_sources: StatementSources;
}

export function createOutside(config: Config): Outside {
  return {
    sms: createTermiiSms(config), mail: createSmtpMail(config), push: createFcmPush(config), payments: createPaystack(config), bank: createBankStatements(config), identity: createMonoIdentity(config),
    statements: createMonoStatements(config), statement_sources: createStatementSources(config),
  };
}
