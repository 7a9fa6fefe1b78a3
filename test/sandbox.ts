/** The sandbox beside a test's API: the providers' addresses as configuration, and what they sent. */
import sharp from "sharp";
import { type Sandbox, startSandbox } from "../apps/sandbox/src/main.ts";
import type { Person } from "../apps/sandbox/src/people/people.ts";
import { sandboxProviders } from "../scripts/sandbox-providers.ts";

export interface TestSandbox {
  sandbox: Sandbox;
  environment: Record<string, string>;
  people: Person[];
  /** The newest code in a message to this phone or address. */
  codeSentTo(recipient: string): Promise<string>;
  file(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

export async function startTestSandbox(): Promise<TestSandbox> {
  const sandbox = await startSandbox({
    port: 0,
    smtp_port: 0,
    webhook_target: "http://127.0.0.1:9/none",
    paystack_secret: "sk_test_sandbox",
    mono_webhook_secret: "mono_webhook_sandbox",
  });
  const get = async (path: string): Promise<unknown> => (await fetch(`${sandbox.url}${path}`)).json();
  const { people } = (await get("/people.json")) as { people: Person[] };
  return {
    sandbox,
    people,
    environment: { SANDBOX_URL: sandbox.url, ...sandboxProviders(sandbox.url, { smtp_port: sandbox.smtp_port }) },
    async codeSentTo(recipient) {
      const { messages } = (await get("/inbox/messages")) as { messages: { to: string; text: string }[] };
      const codes = messages.filter(({ to }) => to === recipient).map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1]);
      const newest = codes.find(Boolean);
      if (!newest) throw new Error(`no code was sent to ${recipient}`);
      return newest;
    },
    async file(path) {
      return Buffer.from(await (await fetch(`${sandbox.url}${path}`)).arrayBuffer());
    },
    close: () => sandbox.close(),
  };
}

/** A small picture, as a phone would send it. */
export const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#888888" } })
    .jpeg()
    .toBuffer();

/** A multipart body with a file in the field `document`. */
export function documentForm(
  bytes: Buffer | string,
  name: string,
  type = "application/octet-stream",
  fields: Record<string, string> = {},
): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.set("document", new Blob([bytes as never], { type }), name);
  return data;
}
