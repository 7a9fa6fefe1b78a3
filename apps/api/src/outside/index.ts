/** The outside world: one port per need, one adapter per provider, chosen by configuration. Only this folder calls out. */
import type { Config } from "../config.ts";
import type { BankPort } from "./bank/port.ts";
import { createBankStatements } from "./bank/statement-file.ts";
import { createBaxi } from "./billers/baxi.ts";
import { createFlutterwave } from "./billers/flutterwave.ts";
import type { Billers } from "./billers/port.ts";
import { createCardPartner } from "./card-partner/lender.ts";
import type { CardPartnerPort } from "./card-partner/port.ts";
import { createMonoIdentity } from "./identity/mono.ts";
import type { IdentityPort } from "./identity/port.ts";
import type { IssuerPort } from "./issuer/port.ts";
import { createIssuer } from "./issuer/sudo.ts";
import { createSmtpMail } from "./mail/smtp.ts";
import type { PartnerBankPort } from "./partner-bank/port.ts";
import { createWema } from "./partner-bank/wema.ts";
import type { PayrollPort } from "./payroll/port.ts";
import { createPayroll } from "./payroll/service.ts";
import { createPaystack } from "./payments/paystack.ts";
import type { PaymentsPort } from "./payments/port.ts";
import { type PushPort, createFcmPush } from "./push/fcm.ts";
import { createRates } from "./rates/central-bank.ts";
import type { RatesPort } from "./rates/port.ts";
import type { RegisterPort } from "./register/port.ts";
import { createPrembly } from "./register/prembly.ts";
import { createTermiiSms } from "./sms/termii.ts";
import { createMonoStatements } from "./statements/mono.ts";
import type { StatementSources, StatementsPort } from "./statements/port.ts";
import { createStatementSources } from "./statements/sources.ts";
import { createDiskStorage } from "./storage/disk.ts";
import type { StoragePort } from "./storage/port.ts";
import { createS3Storage } from "./storage/s3.ts";

/** What the provider calls the message: its delivery report names it. */
export interface Taken {
  provider_reference: string;
}
/** Text messages. An offer goes by the route that the do-not-disturb list stops, everything else by the one that it does not. */
export interface SmsPort {
  /** @throws AddressRefused for a number that never works */
  send(message: { to: string; text: string; is_offer: boolean }): Promise<Taken>;
  /** The outcome of a call without an answer: the message if the provider has it. @param since not older than this */
  find(message: { to: string; text: string; since: Date }): Promise<Taken | undefined>;
}
/** Mail as plain text. The same `id` marks the same mail, also when it is delivered twice. */
export interface MailPort {
  /** @throws AddressRefused for an address that never works */
  send(message: { id: string; to: string; subject: string; text: string; reference: string }): Promise<Taken>;
}

export interface Outside {
  sms: SmsPort;
  mail: MailPort;
  push: PushPort;
  payments: PaymentsPort;
  bank: BankPort;
  identity: IdentityPort;
  register: RegisterPort;
  payroll: PayrollPort;
  issuer: IssuerPort;
  partner_bank: PartnerBankPort;
  billers: Billers;
  card_partner: CardPartnerPort;
  rates: RatesPort;
  statements: StatementsPort;
  statement_sources: StatementSources;
  storage: StoragePort;
}

/** The adapters that the configuration chooses, one for each port. */
export function createOutside(config: Config): Outside {
  return {
    sms: createTermiiSms(config),
    mail: createSmtpMail(config),
    push: createFcmPush(config),
    payments: createPaystack(config),
    bank: createBankStatements(config),
    identity: createMonoIdentity(config),
    register: createPrembly(config),
    payroll: createPayroll(config),
    issuer: createIssuer(config),
    partner_bank: createWema(config),
    billers: { baxi: createBaxi(config), flutterwave: createFlutterwave(config) },
    card_partner: createCardPartner(config),
    rates: createRates(config),
    statements: createMonoStatements(config),
    statement_sources: createStatementSources(config),
    storage: config.S3_BUCKET ? createS3Storage(config) : createDiskStorage(config),
  };
}
