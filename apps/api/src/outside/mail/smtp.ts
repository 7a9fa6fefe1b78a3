import { createTransport } from "nodemailer";
import type { Config } from "../../config.ts";
import { NotReached } from "../http.ts";
import type { MailPort } from "../index.ts";

/** Mail over SMTP; in the demo the sandbox is the mail server. */
export function createSmtpMail(config: Config): MailPort {
  const transport = config.SMTP_URL ? createTransport(config.SMTP_URL, { from: config.MAIL_FROM }) : undefined;
  return {
    async send({ to, subject, text, reference }) {
      if (!transport) throw new NotReached("No mail server is configured (SMTP_URL).");
      await transport.sendMail({ to, subject, text, headers: { "X-Reference": reference } });
    },
  };
}
