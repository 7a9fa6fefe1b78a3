/**
 * Challenges, and the answers to them (WebAuthn level 2, sections 7.1 and 7.2). A challenge is kept as a mailed token is: by its hash, for one purpose and
 * person, used once. The relying party and the origin are those of the configuration, whatever the request says of its host.
 */
import { MAX_PASSKEYS, type MadeCredential, type ProvedCredential } from "@manilla/contract/platform/passkeys";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../../house/app.ts";
import { clock } from "../../../../clock.ts";
import { findRow } from "../../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../../errors.ts";
import { countSecurityEvent } from "../../../../http/noting.ts";
import { tell } from "../../notifications/index.ts";
import { issueLink, useLink } from "../codes.ts";
import { aboutPasskeys, passkeysOf } from "./keeping.ts";
import * as messages from "./messages.ts";

/** With the first passkey: three hundred files, which would make each start a tenth longer. */
const webauthn = () => import("@simplewebauthn/server");

export type Purpose = "passkey_add" | "passkey_sign_in" | "passkey_step_up";

const CHALLENGE_MINUTES = 5;
const timeout = CHALLENGE_MINUTES * 60_000;
/** EdDSA, ES256 and RS256: what devices sign with. */
const ALGORITHMS = [-8, -7, -257];

const refused = (words: string): InvalidFields => new InvalidFields({ credential: [words] }, words);
/** The same whether the passkey is unknown, removed, wrong, or of somebody who may not sign in. */
export const noEntry = (): InvalidFields => refused("This passkey does not open an account.");

/** @throws Conflict where the public address is a number, for which browsers make none */
function partyOf({ config }: Context): { id: string; origin: string } {
  if (!config.relying_party) throw new Conflict("Passkeys need an address with a name.", "no_passkeys_here");
  return config.relying_party;
}

/** The name by which the device knows the person: their id, which says nothing of who they are. */
const handleOf = (user_id: string): Buffer<ArrayBuffer> => Buffer.from(user_id.replaceAll("-", ""), "hex");

/** A newer challenge of a person and purpose ends the older one; those of visitors are each their own. */
async function challengeFor({ db, session }: Context, purpose: Purpose): Promise<Buffer<ArrayBuffer>> {
  const user_id = purpose === "passkey_sign_in" ? null : session.user_id;
  const destination = user_id ?? uuidv7();
  const { token } = await issueLink(db, { user_id, destination, purpose }, CHALLENGE_MINUTES);
  return Buffer.from(token, "base64url");
}

/** Ends the challenge that was signed, before anything else is looked at. @returns it @throws InvalidFields when it is not one of ours, of another person or purpose, used or old */
async function useChallenge({ db, session }: Context, purpose: Purpose, clientDataJSON: string): Promise<string> {
  const late = refused("This took longer than five minutes, or was used already. Try again.");
  let challenge: unknown;
  try {
    ({ challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as { challenge?: unknown });
  } catch {
    throw late;
  }
  if (typeof challenge !== "string") throw late;
  const used = await useLink(db, purpose, challenge).catch((error: unknown) => {
    throw error instanceof InvalidFields ? late : error;
  });
  if (used.user_id !== (purpose === "passkey_sign_in" ? null : session.user_id)) throw late;
  return challenge;
}

/** @throws Conflict when the person has as many as one may have */
export function refuseTooMany(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw new Conflict(`You have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use first.`, "too_many_keys");
}

/** The browser's options for creating a passkey. @throws Conflict */
export async function optionsForMaking(context: Context) {
  const { session } = context;
  const party = partyOf(context);
  const own = await passkeysOf(context.db, session.user_id);
  refuseTooMany(own.length);
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: "Manilla",
    rpID: party.id,
    userID: handleOf(session.user_id),
    userName: session.email,
    userDisplayName: session.name,
    challenge: await challengeFor(context, "passkey_add"),
    timeout,
    attestationType: "none",
    excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The browser's options for proving a passkey: one of the person's own, or any that the device has. */
export async function optionsForProving(context: Context, purpose: Exclude<Purpose, "passkey_add">) {
  const party = partyOf(context);
  const own = purpose === "passkey_step_up" ? await passkeysOf(context.db, context.session.user_id) : [];
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await challengeFor(context, purpose),
    timeout,
    userVerification: "required",
    ...(own.length > 0 && { allowCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })) }),
  });
}

/** What is kept of a passkey that the device has made. @throws InvalidFields */
export async function madeBy(context: Context, credential: MadeCredential) {
  const { id: expectedRPID, origin: expectedOrigin } = partyOf(context);
  const expectedChallenge = await useChallenge(context, "passkey_add", credential.response.clientDataJSON);
  const response = { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON;
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, supportedAlgorithmIDs: ALGORITHMS };
  const { verifyRegistrationResponse } = await webauthn();
  const made = await verifyRegistrationResponse({ response, ...expected, requireUserVerification: true }).catch(
    () => undefined,
  );
  if (!made?.verified) throw refused("Your device did not make a passkey for this address. Try again.");
  const { credential: key, credentialDeviceType } = made.registrationInfo;
  return {
    credential_id: key.id,
    public_key: Buffer.from(key.publicKey),
    counter: BigInt(key.counter),
    transports: credential.response.transports ?? [],
    is_synced: credentialDeviceType === "multiDevice",
  };
}

export interface Proved {
  id: string;
  user_id: string;
}

/**
 * Checks a proof: challenge, origin, relying party, that the device verified fingerprint, face or PIN, signature, and that its count went up.
 * @returns the passkey, marked as used
 * @throws InvalidFields, with the same words whatever was wrong; `of` says at whose account it was tried
 */
export async function proved(
  context: Context,
  purpose: Exclude<Purpose, "passkey_add">,
  credential: ProvedCredential,
  refuse: (user_id: string | undefined) => InvalidFields = noEntry,
): Promise<Proved> {
  const party = partyOf(context);
  const expectedChallenge = await useChallenge(context, purpose, credential.response.clientDataJSON);
  const key = await findRow(context.db, "passkeys", { credential_id: credential.id }, [
    "id",
    "user_id",
    "name",
    "public_key",
  ]);
  if (!key || (purpose === "passkey_step_up" && key.user_id !== context.session.user_id)) throw refuse(undefined);
  const { userHandle, ...response } = credential.response;
  if (userHandle && userHandle !== handleOf(key.user_id).toString("base64url")) throw refuse(key.user_id);
  const { verifyAuthenticationResponse } = await webauthn();
  const answer = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The count is compared below, once the signature is known to be right: a caller without the key raises no alarm.
    credential: { id: credential.id, publicKey: new Uint8Array(key.public_key), counter: 0 },
  }).catch(() => undefined);
  if (!answer?.verified) throw refuse(key.user_id);
  if (!(await countUp(context, key.id, BigInt(answer.authenticationInfo.newCounter)))) {
    await noteCopy(context, key);
    throw refuse(key.user_id);
  }
  return { id: key.id, user_id: key.user_id };
}

/** Keeps the device's count. @returns false when it has not gone up; 0 says that the device does not count */
async function countUp({ db }: Context, id: string, counter: bigint): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ counter, last_used_at: clock.now() })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("counter", "<", counter), eb.and([eb("counter", "=", 0n), eb.lit(counter === 0n)])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Two devices sign with one key: operations and the person are notified. */
async function noteCopy(context: Context, { user_id, name }: { user_id: string; name: string }): Promise<void> {
  const { network_address } = context;
  countSecurityEvent(context, { kind: "passkey_copied", user_id, network_address, last_call: "login" });
  await context.db
    .transaction()
    .execute(async (tx) => tell(tx, context, user_id, messages.copied(await aboutPasskeys(tx, user_id), name)));
}
