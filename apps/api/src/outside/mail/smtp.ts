import type { Transporter } from "nodemailer";
import type { Config } from "../../config.ts";
import { AddressRefused, NotReached } from "../http.ts";
import type { MailPort } from "../index.ts";

/** Permanent refusals of SMTP (RFC 5321, 4.2.1) that speak of the mailbox, not of us: no such user, mailbox unavailable, not local, moved, name not allowed. */
const MAILBOX_REFUSED = new Set([550, 551, 553]);
/** RFC 3463: 5.7.x is about policy (our address is on a list), not about the mailbox. */
const IS_POLICY = /\b5\.7\.\d+\b/;

/** Mail over SMTP; in the demo the sandbox is the mail server. The message id is made from ours, so that a report finds it and a second copy is folded by mailboxes. */
export function createSmtpMail(config: Config): MailPort {
  let made: Promise<Transporter> | undefined;
  /** Loaded with the first letter: a process that sends none starts without it. */
  const transporter = (url: string): Promise<Transporter> =>
    (made ??= import("nodemailer").then(({ createTransport }) => createTransport(url, { from: config.MAIL_FROM })));
  const domain = /@([\w.-]+)/.exec(config.MAIL_FROM)?.[1] ?? "manilla.example";
  return {
    async send({ id, to, subject, text, reference }) {
      if (!config.SMTP_URL) throw new NotReached("No mail server is configured (SMTP_URL).");
      const provider_reference = `${id}@${domain}`;
      try {
        const transport = await transporter(config.SMTP_URL);
        await transport.sendMail({
          to,
          subject,
          text,
          messageId: `<${provider_reference}>`,
          headers: { "X-Reference": reference },
        });
      } catch (error) {
        const { responseCode, response } = error as { responseCode?: number; response?: string };
        if (responseCode !== undefined && MAILBOX_REFUSED.has(responseCode) && !IS_POLICY.test(response ?? ""))
          throw new AddressRefused(`The mail server refuses the address (${responseCode}).`, { cause: error });
        throw error;
      }
      return { provider_reference };
    },
  };
}
