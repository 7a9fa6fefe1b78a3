/**
 * Passkeys (WebAuthn): a key pair that the person's device keeps and opens by fingerprint, face or PIN. Having the device and opening it are two
 * factors, so a passkey counts as both. Each proof answers a challenge of ours: random, used once, five minutes, for one purpose.
 */
import { z } from "zod";
import { get, idParams, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { moment } from "../time.ts";

/** Passkeys that one person may have. */
export const MAX_PASSKEYS = 10;

const passkeyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
  /** Kept on several devices by a password manager; else it is of one device alone. */
  is_synced: z.boolean(),
});
const oneOfThem = z.object({ passkey: passkeyRow });

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, { error: "this field has to be base64url" });
const credentialFields = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal("public-key") };
/** What `navigator.credentials.create` answers, as JSON, without what nobody reads. */
const madeCredential = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
/** What `navigator.credentials.get` answers, in the same way. */
const provedCredential = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
    userHandle: base64url(200).nullish(),
  }),
});
export type MadeCredential = z.output<typeof madeCredential>;
export type ProvedCredential = z.output<typeof provedCredential>;

/** The options that the browser is given, as JSON. */
const ceremony = z.object({ options: z.record(z.string(), z.unknown()) });
const name = "required|min:2|max:60";

export const listOwn = get("/session/passkeys", {
  spec: "added",
  because: "With what somebody signs in.",
  summary: "One's own passkeys, oldest first, and how many one may have",
  can: "signed_in",
  response: z.object({ passkeys: z.array(passkeyRow), max_count: z.int() }),
});

export const beginAdding = post("/session/passkeys/begin", {
  spec: "added",
  because: "The challenge that a new passkey answers.",
  summary: "Begin to add a passkey: what the browser has to be told",
  can: "signed_in",
  step_up: true,
  response: ceremony,
});

export const add = post("/session/passkeys", {
  spec: "added",
  because: "Fingerprint sign-in.",
  summary: "Keep the passkey that the device has made",
  can: "signed_in",
  step_up: true,
  body: form({ name, credential: "required" }, { credential: madeCredential }),
  response: oneOfThem,
});

export const rename = put("/session/passkeys/{id}", {
  spec: "added",
  because: "Somebody has two phones of one kind.",
  summary: "Rename one's own passkey",
  can: "signed_in",
  params: idParams,
  body: form({ name }),
  response: oneOfThem,
});

export const remove = post("/session/passkeys/{id}/remove", {
  spec: "added",
  because: "A passkey on a lost device is ended.",
  summary: "Remove one's own passkey",
  can: "signed_in",
  step_up: true,
  params: idParams,
});

export const beginSignIn = post("/login/passkey/begin", {
  spec: "added",
  because: "The challenge that a sign-in by passkey answers.",
  summary: "Begin to sign in with a passkey; no address is typed, so nothing tells who has an account",
  can: "public",
  response: ceremony,
});

export const signIn = post("/login/passkey", {
  spec: "added",
  because: "Fingerprint sign-in.",
  summary: "Sign in with a passkey, which counts as password and second factor",
  can: "public",
  body: form({ credential: "required" }, { credential: provedCredential }),
  response: z.object({ token: z.string(), expires_at: moment }),
});

export const beginStepUp = post("/session/step-up/passkey/begin", {
  spec: "added",
  because: "The challenge that a step-up by passkey answers.",
  summary: "Begin to prove with one's own passkey who is sitting here",
  can: "signed_in",
  response: ceremony,
});

export const stepUp = post("/session/step-up/passkey", {
  spec: "added",
  because: "Who signs in by fingerprint has no password at hand.",
  summary: "Prove with one's own passkey who is sitting here; sensitive calls work for five minutes afterwards",
  can: "signed_in",
  body: form({ credential: "required" }, { credential: provedCredential }),
  response: z.object({ stepped_up_until: moment }),
});
