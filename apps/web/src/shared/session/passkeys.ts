/** The browser's half of passkeys. */
import type { WireBody } from "@manilla/contract/endpoint";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { calls } from "../api/calls.gen.ts";

/** Whether this page can use them: the browser has them, and the address has a name, not a number. Yes in the page that is rendered while building, as in most browsers. */
export const canUsePasskeys = (): boolean =>
  typeof window === "undefined" ||
  (window.isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname));

/** The options of a call, as the library's own types have them. */
type Options = Record<string, unknown>;

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: "Your device did not go on: it was cancelled, took too long, or has no passkey for this site.",
  InvalidStateError: "This device has a passkey for your account already.",
  SecurityError: "Passkeys do not work at this address.",
};
const OTHERWISE = "Your device could not do this. Use your password.";

function sayInWords(error: unknown): never {
  throw new Error((error instanceof Error && WORDS[error.name]) || OTHERWISE);
}

/** Asks the device to make a passkey. @returns what the server reads of it @throws Error in words */
export async function makePasskey(options: Options): Promise<WireBody<typeof calls.passkeys.add>["credential"]> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(sayInWords);
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
}

/** Asks the device to prove one, which it does by fingerprint, face or PIN. @returns what the server reads of it @throws Error in words */
export async function provePasskey(options: Options): Promise<WireBody<typeof calls.passkeys.signIn>["credential"]> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON }).catch(sayInWords);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}
