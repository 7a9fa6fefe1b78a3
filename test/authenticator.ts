/** A device that makes and proves passkeys, as phones do: ES256, without attestation. What a test wants wrong, it says. */
import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (text: string | Buffer): Buffer => createHash("sha256").update(text).digest();
const PRESENT = 0x01;
const VERIFIED = 0x04;
const SYNCED = 0x18;
const HAS_KEY = 0x40;

interface Key {
  id: Buffer;
  handle: string;
  secret: KeyObject;
  /** How often it has signed. */
  count: number;
}
/** Where the browser is, and what the device says. */
interface Claims {
  origin?: string;
  rp_id?: string;
  count?: number;
  flags?: number;
  handle?: string;
  /** Of another passkey. */
  id?: string;
}
interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

/** CBOR of 24 to 255 bytes. */
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value]);

/** An ES256 key as COSE writes it (RFC 9053, 7.1.1). */
function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const [head, between] = [Buffer.from("a501020326200121", "hex"), Buffer.from("22", "hex")];
  return Buffer.concat([head, bytes(Buffer.from(x, "base64url")), between, bytes(Buffer.from(y, "base64url"))]);
}

/** @param origin where its browser is */
export function makeAuthenticator(origin: string) {
  const clientData = (type: string, challenge: string, claims: Claims): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: claims.origin ?? origin, crossOrigin: false }));
  const head = (rp_id: string, flags: number, count: number): Buffer => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(rp_id), Buffer.from([flags]), counted]);
  };

  return {
    /** Makes a passkey. @returns it, and what the browser hands to the page */
    make({ challenge, rp, user }: Options, claims: Claims = {}) {
      const { publicKey, privateKey: secret } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const key: Key = { id: randomBytes(32), handle: user?.id ?? "", secret, count: claims.count ?? 1 };
      const flags = (claims.flags ?? PRESENT | VERIFIED) | HAS_KEY;
      const data = Buffer.concat([
        head(claims.rp_id ?? rp?.id ?? "", flags, key.count),
        Buffer.alloc(16),
        Buffer.from([0, key.id.length]),
        key.id,
        coseOf(publicKey),
      ]);
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        bytes(data),
      ]);
      const id = key.id.toString("base64url");
      return {
        key,
        credential: {
          id,
          rawId: id,
          type: "public-key",
          response: {
            clientDataJSON: clientData("webauthn.create", challenge, claims).toString("base64url"),
            attestationObject: attestation.toString("base64url"),
            transports: ["internal"],
          },
        },
      };
    },

    /** Proves one. */
    prove(key: Key, { challenge, rpId = "" }: Options, claims: Claims = {}) {
      key.count = claims.count ?? key.count + 1;
      const data = head(claims.rp_id ?? rpId, claims.flags ?? PRESENT | VERIFIED, key.count);
      const client = clientData("webauthn.get", challenge, claims);
      const id = claims.id ?? key.id.toString("base64url");
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), key.secret).toString("base64url"),
          userHandle: claims.handle ?? key.handle,
        },
      };
    },
  };
}

export const flags = { present: PRESENT, synced: PRESENT | VERIFIED | SYNCED };
