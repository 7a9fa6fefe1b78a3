/** A bucket as Amazon S3 speaks it: PUT, GET and DELETE of objects, path style, each request signed with Signature Version 4 (docs.aws.amazon.com, "Authenticating Requests: Using the Authorization Header"). */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The only key that opens it. */
export const S3_KEY = { id: "AKIASANDBOXEXAMPLE", secret: "sandbox-secret-access-key" } as const;

const LARGEST_BYTES = 40 * 1024 * 1024;
const WINDOW_MILLISECONDS = 15 * 60_000;

const sha256 = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Amazon's name of what is wrong with a request; undefined when it may pass. */
function wrongWith({ method, url, headers }: FastifyRequest, body: Buffer): string | undefined {
  const {
    authorization = "",
    "x-amz-date": moment = "",
    "x-amz-content-sha256": hash = "",
  } = headers as Record<string, string | undefined>;
  const [, id, date, region, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (!id || !date || !region || !signed || !signature) return "AccessDenied";
  if (id !== S3_KEY.id) return "InvalidAccessKeyId";
  const at = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(Date.now() - at) < WINDOW_MILLISECONDS)) return "RequestTimeTooSkewed";
  if (hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const { pathname, searchParams } = new URL(url, "http://s3");
  searchParams.sort();
  const lines = signed.split(";").map(
    (name) =>
      `${name}:${String(headers[name] ?? "")
        .trim()
        .replaceAll(/ +/g, " ")}\n`,
  );
  const canonical = [method, pathname, searchParams.toString(), lines.join(""), signed, hash].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${S3_KEY.secret}`, date), region), "s3"), "aws4_request");
  const expected = hmac(
    key,
    ["AWS4-HMAC-SHA256", moment, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join("\n"),
  );
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? undefined : "SignatureDoesNotMatch";
}

/** `/{bucket}/{key}`; what is kept is gone with the process. */
export async function s3(app: FastifyInstance): Promise<void> {
  const objects = new Map<string, Buffer>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_BYTES }, (_, body, done) => done(null, body));
  app.route({
    method: ["GET", "PUT", "DELETE"],
    url: "/*",
    bodyLimit: LARGEST_BYTES,
    handler: async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const refuse = (status: number, code: string) =>
        reply
          .code(status)
          .type("application/xml")
          .send(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
      const wrong = wrongWith(request, body);
      if (wrong) return refuse(403, wrong);
      const key = new URL(request.url, "http://s3").pathname;
      const object = objects.get(key);
      if (request.method === "PUT") {
        if (object && request.headers["if-none-match"] === "*") return refuse(412, "PreconditionFailed");
        objects.set(key, body);
        return reply.header("etag", `"${createHash("md5").update(body).digest("hex")}"`).send();
      }
      if (request.method === "DELETE") {
        objects.delete(key);
        return reply.code(204).send();
      }
      return object ? reply.type("application/octet-stream").send(object) : refuse(404, "NoSuchKey");
    },
  });
}
