import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { takeFault } from "../faults.ts";
import type { World } from "../world.ts";
import { outcomeFor, receive } from "./messages.ts";

const refuse = (code: number, message: string): Error => Object.assign(new Error(message), { responseCode: code });

/** Whether the mail is accepted, by the fault that is switched on. */
async function applyFault(world: World): Promise<{ error?: Error; isSilent?: boolean }> {
  const fault = takeFault(world, "smtp");
  if (fault?.mode === "outage") return { error: refuse(421, "4.3.2 Service not available") };
  if (fault?.mode === "error") return { error: refuse(451, "4.3.0 Local error in processing") };
  if (fault?.mode === "decline") return { error: refuse(550, "5.1.1 Mailbox unavailable") };
  if (fault?.mode === "slow") await world.timers.pause(fault.delay_ms ?? 5_000);
  if (fault?.mode === "timeout_before_effect") {
    await world.timers.pause(fault.delay_ms ?? 30_000);
    return { error: refuse(421, "4.4.2 Timeout") };
  }
  return { isSilent: fault?.mode === "timeout_after_effect" };
}

/** Mailgun's event (documentation.mailgun.com, Webhook Payloads): taken by the next server, or bounced permanently. */
function reportMail(world: World, to: string, messageId: string): void {
  const isBack = outcomeFor(world.store.state, to) === "bounced";
  const status = isBack
    ? {
        code: 550,
        "bounce-type": "hard",
        "enhanced-code": "5.1.1",
        message: "5.1.1 The email account that you tried to reach does not exist",
        description: "",
      }
    : { code: 250, message: "OK", description: "" };
  world.webhooks.send("mail", isBack ? "failed" : "delivered", {
    event: isBack ? "failed" : "delivered",
    ...(isBack && { severity: "permanent", reason: "bounce" }),
    id: String(world.store.nextId()),
    timestamp: Date.now() / 1_000,
    recipient: to,
    "recipient-domain": to.split("@")[1] ?? "",
    message: { headers: { "message-id": messageId.replace(/^<|>$/g, ""), to }, size: 1_024, attachments: [] },
    "delivery-status": status,
    flags: { "is-authenticated": true, "is-test-mode": false },
  });
}

/** Starts the mail server; everything it accepts lands in the inbox, once per recipient. */
export async function startSmtp(world: World, port: number): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: 25 * 1024 * 1024,
    onRcptTo: ({ address }, _session, done) =>
      done(
        outcomeFor(world.store.state, address) === "refused"
          ? refuse(550, "5.1.1 The email account that you tried to reach does not exist")
          : null,
      ),
    onAuth: (_auth, _session, done) => done(null, { user: "manilla" }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void take(
          Buffer.concat(chunks),
          session.envelope.rcptTo.map(({ address }) => address),
        ).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
  async function take(raw: Buffer, recipients: string[]): Promise<void> {
    const { error, isSilent } = await applyFault(world);
    if (error) throw error;
    const mail = await PostalMime.parse(raw);
    const attached = mail.attachments.map(({ filename }) => filename ?? "unnamed");
    const text = mail.text ?? mail.html?.replace(/<[^>]+>/g, " ") ?? "";
    for (const to of recipients) {
      receive(world.store, {
        channel: "email",
        to,
        subject: mail.subject ?? "",
        text: attached.length > 0 ? `${text}\n[attached: ${attached.join(", ")}]` : text,
      });
      reportMail(world, to, mail.messageId ?? "");
    }
    if (isSilent) {
      await world.timers.pause(30_000);
      throw refuse(421, "4.4.2 Timeout");
    }
  }
  // A client that goes away in the middle is no reason to stop.
  server.on("error", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
