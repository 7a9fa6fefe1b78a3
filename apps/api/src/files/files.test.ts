import type { UploadedFile } from "../request.ts";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { parsePositionedLines } from "@manilla/credit";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { statementPdf } from "../../../sandbox/src/people/files.ts";
import { createPeople } from "../../../sandbox/src/people/people.ts";
import { statementOf } from "../../../sandbox/src/people/statement.ts";
import { readConfig } from "../config.ts";
import { createFieldEncryption } from "../field-encryption.ts";
import { kindOf } from "../http/upload.ts";
import { createDiskStorage } from "../outside/storage/disk.ts";
import { readApart } from "./apart.ts";
import { checkFile } from "./documents.ts";
import { readStoredFile, storeFile } from "./storage.ts";

const uploaded = (bytes: Buffer, kind: UploadedFile["kind"]): UploadedFile => ({
  bytes,
  kind,
  media_type: { pdf: "application/pdf", png: "image/png", jpeg: "image/jpeg" }[kind as "pdf"] ?? "text/csv",
  original_name: "x",
});
const check = (bytes: Buffer, kind: UploadedFile["kind"], password?: string) =>
  checkFile(uploaded(bytes, kind), "document", password);
const refusal = async (promise: Promise<unknown>): Promise<Record<string, string[]>> =>
  promise.then(
    () => ({}),
    (error: { errors: Record<string, string[]> }) => error.errors,
  );

/** A PDF from its objects; each a dictionary and perhaps a stream. */
function pdfOf(objects: { dictionary: string; stream?: Buffer }[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  for (const [index, { dictionary, stream }] of objects.entries()) {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0));
    parts.push(
      Buffer.from(`${index + 1} 0 obj\n<< ${dictionary}${stream ? ` /Length ${stream.length}` : ""} >>\n`),
      ...(stream ? [Buffer.from("stream\n"), stream, Buffer.from("\nendstream\n")] : []),
      Buffer.from("endobj\n"),
    );
  }
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${start}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
const page = (catalog: string, content: Buffer, filter = "/Filter /FlateDecode") =>
  pdfOf([
    { dictionary: `/Type /Catalog /Pages 2 0 R ${catalog}` },
    { dictionary: "/Type /Pages /Kids [3 0 R] /Count 1" },
    { dictionary: "/Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R" },
    { dictionary: filter, stream: content },
  ]);

/** A PNG that says it has these sides, with one row of pixels repeated: small on the wire, huge in memory. */
function bombPng(width: number, height: number): Buffer {
  const crcTable = Array.from(
    { length: 256 },
    (_, n) => Array.from({ length: 8 }).reduce<number>((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n) >>> 0,
  );
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const crc = body.reduce((c, byte) => (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8), 0xffffffff) ^ 0xffffffff;
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc >>> 0, 0);
    return Buffer.concat([frame.subarray(0, 4), body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(5_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("telling what a file is", () => {
  it("goes by the bytes: a script in an image's clothes is none", async () => {
    expect(
      await kindOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')),
    ).toBeUndefined();
    const camt = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt/></Document>';
    for (const text of [
      "<svg><script/></svg>",
      "<x/>",
      '<svg xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>',
      `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${camt}`,
      `<!-- a --><svg/>${camt}`,
    ])
      expect(await kindOf(Buffer.from(`<?xml version="1.0"?>${text}`)), text).toBe(undefined);
    expect(await kindOf(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- of a bank -->${camt}`))).toBe("xml");
    expect(await kindOf(Buffer.from("<!doctype html><script>1</script>"))).toBeUndefined();
    expect(await kindOf(Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]))).toBeUndefined();
    expect(
      await kindOf(
        await sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } })
          .gif()
          .toBuffer(),
      ),
    ).toBeUndefined();
    expect(await kindOf(Buffer.from("Date,Narration,Debit\n2026-01-01,x,1"))).toBe("csv");
  });
});

describe("images", () => {
  it("are made anew: where and with what they were taken stays behind, and so does what hides at their end", async () => {
    const photo = await sharp({ create: { width: 80, height: 40, channels: 3, background: "#336699" } })
      .withExif({ IFD0: { Copyright: "SECRET-PLACE" } })
      .jpeg()
      .toBuffer();
    const { bytes } = await check(Buffer.concat([photo, Buffer.from("<script>alert(1)</script>")]), "jpeg");
    expect(photo.includes("SECRET-PLACE")).toBe(true);
    expect(bytes.includes("SECRET-PLACE") || bytes.includes("<script>")).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 80, height: 40 });
  });

  it("that claim a billion pixels are refused at once", async () => {
    expect(await refusal(check(bombPng(40_000, 40_000), "png"))).toEqual({
      document: ["this image has too many pixels"],
    });
  });

  it("that are broken are refused", async () => {
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    expect(await refusal(check(whole.subarray(0, whole.length / 2), "png"))).toEqual({
      document: ["this image cannot be read"],
    });
  });
});

describe("PDFs", () => {
  it("of a bank give their lines, and the lines give the statement", async () => {
    const person = createPeople("2026-01-15").all[0];
    const account = person?.accounts[0];
    if (!person || !account) throw new Error("the sandbox has no people");
    const lines = statementOf(person, account, "2026-01-15");
    const checked = await check(await statementPdf(person, account, "2026-01-15", lines), "pdf");
    const statement = parsePositionedLines(checked.lines ?? []);
    expect(statement.transactions).toHaveLength(lines.length);
    expect(statement.transactions.at(-1)?.balance_kobo).toBe(BigInt(lines.at(-1)?.balance_kobo ?? 0));
    expect(statement.flags).toEqual([]);
  });

  it("with a password ask for it, and are read with the right one", async () => {
    // The types of pdfmake describe its browser build; under Node createPdf gives a buffer.
    const pdfmake = (await import("pdfmake")).default as unknown as {
      createPdf(definition: unknown): { getBuffer(): Promise<Buffer> };
    };
    const bytes = await pdfmake.createPdf({ userPassword: "lagos-1", content: ["A private page"] }).getBuffer();
    expect(await refusal(check(bytes, "pdf"))).toEqual({ password: ["this PDF is protected: give its password"] });
    expect(await refusal(check(bytes, "pdf", "abuja-1"))).toEqual({
      password: ["this is not the password of this PDF"],
    });
    const { lines } = await check(bytes, "pdf", "lagos-1");
    expect(
      lines
        ?.flat()
        .map(({ text }) => text)
        .join(""),
    ).toContain("A private page");
  });

  it("with scripts, launchers or files inside are refused", async () => {
    const content = deflateSync(Buffer.from("BT ET"));
    for (const catalog of [
      "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>",
      "/OpenAction << /S /Launch /F (cmd.exe) >>",
      "/Names << /EmbeddedFiles << /Names [(a) << /Type /EmbeddedFile >>] >> >>",
    ]) {
      expect(await refusal(check(page(catalog, content), "pdf"))).toEqual({
        document: ["this PDF carries scripts or other files"],
      });
    }
  });

  it("that unpack into gigabytes are refused without filling the memory", async () => {
    const before = process.memoryUsage.rss();
    const once = deflateSync(Buffer.alloc(120_000_000));
    expect(await refusal(check(page("", once), "pdf"))).toEqual({ document: ["this PDF is too large inside"] });
    expect(await refusal(check(page("", deflateSync(once), "/Filter [/FlateDecode /FlateDecode]"), "pdf"))).toEqual({
      document: ["this PDF is too large inside"],
    });
    expect(await refusal(check(page("", once, "/Filter [/FlateDecode /FlateDecode /FlateDecode]"), "pdf"))).toEqual({
      document: ["this PDF is packed too often"],
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(400_000_000);
  });

  it("that are broken, cut or empty are refused", async () => {
    for (const bytes of [
      Buffer.from("%PDF-1.7\n%%EOF"),
      Buffer.from("%PDF-1.7 nonsense"),
      page("", Buffer.from("no deflate")).subarray(0, 60),
    ]) {
      expect(await refusal(check(bytes, "pdf"))).toEqual({ document: ["this PDF cannot be read"] });
    }
  });
});

describe("the store", () => {
  const folder = mkdtempSync("/var/tmp/manilla-files-");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const config = readConfig({ NODE_ENV: "test", DATABASE_URL: "postgres://x/y", DATA_FOLDER: folder });
  const parts = {
    encryption: createFieldEncryption(config.master_key, config.index_key),
    outside: { storage: createDiskStorage(config) },
  };
  const owner = { user_id: "a", data_key: parts.encryption.createKey("a") };

  it("keeps bytes under a random name, unreadable on the disk, and gives them back", async () => {
    const name = await storeFile(parts, owner, Buffer.from("a private page"));
    expect(name).toMatch(/^[0-9a-f]{48}$/);
    expect((await readStoredFile(parts, owner, name)).toString()).toBe("a private page");
    expect(readdirSync(join(folder, "files", name.slice(0, 2)))).toEqual([name]);
    await expect(
      readStoredFile(parts, { user_id: "b", data_key: parts.encryption.createKey("b") }, name),
    ).rejects.toThrow("authenticate");
  });

  it("makes no path of anything but its own names", async () => {
    await expect(readStoredFile(parts, owner, "../../etc/passwd")).rejects.toThrow("not the name");
  });
});

describe("the process that reads a file of a stranger", () => {
  const script = (code: string): URL =>
    new URL(`data:text/javascript,import { parentPort } from "node:worker_threads";${encodeURIComponent(code)}`);

  it("takes nobody with it when native code brings it down", async () => {
    await expect(
      readApart(script("process.kill(process.pid, 'SIGSEGV'); setTimeout(() => {}, 5_000);"), {}, "PDF"),
    ).rejects.toThrow("this PDF cannot be read");
  });

  it("knows none of our settings, and may neither start a program nor read or write a file of ours", async () => {
    const tried = script(`
      import { env } from "node:process";
      import { readFileSync, writeFileSync } from "node:fs";
      import { execFileSync } from "node:child_process";
      const refused = (act) => { try { act(); return "done"; } catch (error) { return error.code; } };
      parentPort.postMessage({
        settings: Object.keys(env),
        reads: refused(() => readFileSync("/etc/hosts")),
        writes: refused(() => writeFileSync(${JSON.stringify(import.meta.filename)} + ".txt", "")),
        starts: refused(() => execFileSync("true")),
      });`);
    await expect(readApart(tried, {}, "PDF")).resolves.toEqual({
      settings: [],
      reads: "ERR_ACCESS_DENIED",
      writes: "ERR_ACCESS_DENIED",
      starts: "ERR_ACCESS_DENIED",
    });
  });
});
