/** F1: files that lie about themselves, unpack into more than there is, carry scripts or paths: refused in under 5 s, memory grows by less than 200 MB. */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { crc32, deflateRawSync, deflateSync } from "node:zlib";
import type { SecurityWorld } from "./world.ts";

const MEGABYTE = 1_048_576;

function png(width: number, height: number, pixels: Buffer): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A zip with one member; `said` is the size that it claims. */
function zip(name: string, content: Buffer, said = content.length): Buffer {
  const packed = deflateRawSync(content);
  const head = (signature: number, extra: number): Buffer => {
    const bytes = Buffer.alloc(30 + extra);
    bytes.writeUInt32LE(signature, 0);
    return bytes;
  };
  const local = head(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(said, 22);
  local.writeUInt16LE(name.length, 26);
  const central = head(0x02014b50, 16);
  central.writeUInt16LE(20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(crc32(content), 16);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(said, 24);
  central.writeUInt16LE(name.length, 28);
  const first = Buffer.concat([local, Buffer.from(name), packed]);
  const directory = Buffer.concat([central, Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(first.length, 16);
  return Buffer.concat([first, directory, end]);
}

function pdf(catalog: string, stream: Buffer, filter: string): Buffer {
  const objects = [
    `/Type /Catalog /Pages 2 0 R ${catalog}`,
    "/Type /Pages /Kids [3 0 R] /Count 1",
    "/Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R",
  ];
  const head = objects.map((dictionary, index) => `${index + 1} 0 obj\n<< ${dictionary} >>\nendobj\n`).join("");
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${head}4 0 obj\n<< ${filter} /Length ${stream.length} >>\nstream\n`),
    stream,
    Buffer.from("\nendstream\nendobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF"),
  ]);
}

/** Zeroes packed twice over: a megabyte on the wire, a gigabyte and more inside. */
const twicePacked = (): Buffer => deflateSync(deflateSync(Buffer.alloc(1_000 * MEGABYTE), { level: 9 }), { level: 9 });
const script = "<script>alert(1)</script>";

function hostileFiles(): [what: string, name: string, type: string, bytes: Buffer][] {
  return [
    [
      "a program called PDF",
      "id.pdf",
      "application/pdf",
      Buffer.from("MZ\u0090\u0000\u0003 This program cannot be run in DOS mode"),
    ],
    ["a page called PNG", "id.png", "image/png", Buffer.from(`<!doctype html><html>${script}</html>`)],
    [
      "an SVG with a script",
      "id.svg",
      "image/svg+xml",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`),
    ],
    [
      "an SVG called JPEG",
      "id.jpg",
      "image/jpeg",
      Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    ],
    [
      "XML that reads our files",
      "id.xml",
      "application/xml",
      Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>'),
    ],
    [
      "a zip called PDF",
      "id.pdf",
      "application/pdf",
      zip("../../../../etc/cron.d/x", Buffer.from("* * * * * root id")),
    ],
    ["a zip bomb called JPEG", "id.jpg", "image/jpeg", zip("0", Buffer.alloc(400 * MEGABYTE))],
    [
      "a spreadsheet bomb",
      "id.xlsx",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      zip("xl/worksheets/sheet1.xml", Buffer.alloc(400 * MEGABYTE, 0x20), 100),
    ],
    ["a PNG of a billion pixels", "id.png", "image/png", png(32_000, 32_000, Buffer.alloc(8 * MEGABYTE))],
    ["a PNG of one endless row", "id.png", "image/png", png(1, 2_000_000_000, Buffer.alloc(MEGABYTE))],
    [
      "a PDF with a script",
      "id.pdf",
      "application/pdf",
      pdf(
        "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>",
        deflateSync(Buffer.from("BT ET")),
        "/Filter /FlateDecode",
      ),
    ],
    [
      "a PDF that starts a program",
      "id.pdf",
      "application/pdf",
      pdf("/OpenAction << /S /Launch /F (cmd.exe) >>", deflateSync(Buffer.from("BT ET")), "/Filter /FlateDecode"),
    ],
    ["a PDF bomb", "id.pdf", "application/pdf", pdf("", twicePacked(), "/Filter [/FlateDecode /FlateDecode]")],
    [
      "a PDF with a million nested arrays",
      "id.pdf",
      "application/pdf",
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages ${"[".repeat(1_000_000)} >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`,
      ),
    ],
    ["nothing at all", "id.jpg", "image/jpeg", Buffer.alloc(0)],
    ["more than is taken", "id.jpg", "image/jpeg", Buffer.alloc(12 * MEGABYTE, 0xff)],
  ];
}

/** Of this process and of those that it started to read files, in bytes. */
function memory(): number {
  const children = readFileSync("/proc/thread-self/children", "utf8").split(" ").filter(Boolean);
  const pages = children.map((id) => {
    try {
      return Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]);
    } catch {
      return 0; // it has ended
    }
  });
  return process.memoryUsage.rss() + pages.reduce((sum, count) => sum + count, 0) * 4_096;
}

export async function sendHostileFiles({ running, pool, check, tokenOf, forgive }: SecurityWorld): Promise<void> {
  const token = await tokenOf("staff");
  const send = async (name: string, type: string, bytes: Buffer): Promise<{ status: number; text: string }> => {
    const form = new FormData();
    form.set("title", "A paper");
    form.set("document", new Blob([new Uint8Array(bytes)], { type }), name);
    const response = await fetch(`${running.address}/api/personal/documents/custom`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: response.status, text: await response.text() };
  };
  const files = hostileFiles();
  // What the files weigh here is not what they weigh over there.
  global.gc?.();
  const { rows: before } = await pool.query<{ n: number }>("select count(*)::int as n from documents");
  const taken: string[] = [];
  const slow: string[] = [];
  let [base, peak] = [memory(), 0];
  const watch = setInterval(() => (peak = Math.max(peak, memory() - base)), 20);
  let worst = 0;
  for (const [what, name, type, bytes] of files) {
    // A file may come with a password, whose tries are counted.
    await forgive();
    base = memory();
    peak = 0;
    const started = performance.now();
    const { status } = await send(name, type, bytes);
    const took = performance.now() - started;
    if (![400, 413, 415, 422].includes(status)) taken.push(`${what}: ${status}`);
    if (took > 5_000) slow.push(`${what}: ${Math.round(took)} ms`);
    worst = Math.max(worst, peak);
  }
  clearInterval(watch);
  const { rows: after } = await pool.query<{ n: number }>("select count(*)::int as n from documents");
  check(
    `${files.length} hostile files are refused`,
    taken.length === 0 && after[0]?.n === before[0]?.n,
    taken.join(", "),
  );
  check("each of them in under 5 s", slow.length === 0, slow.join(", "));
  check(
    "memory grows by less than 200 MB meanwhile",
    worst < 200 * MEGABYTE,
    `${Math.round(worst / MEGABYTE)} MB at most`,
  );

  const sharp = (await import("sharp")).default;
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#777" } })
    .png()
    .toBuffer();
  const names = [
    "../../../../etc/passwd.png",
    "..\\..\\windows\\win.ini.png",
    "/etc/shadow.png",
    "a\u0000.png",
    `${"x".repeat(5_000)}.png`,
    "con.png",
    "\u202Egnp.exe",
    `${script}.png`,
    'x"; filename="y.html',
  ];
  for (const name of names) await send(name, "image/png", photo);
  const { rows: stored } = await pool.query<{ storage_name: string; original_name: string; media_type: string }>(
    "select storage_name, original_name, media_type from documents order by created_at desc limit $1",
    [names.length],
  );
  check(
    "names of files are ours, whatever theirs are",
    stored.length > 0 &&
      stored.every(({ storage_name }) => /^[\w/-]+(\.\w+)?$/.test(storage_name) && !storage_name.includes("..")),
    `${stored.length} of ${names.length} taken, under ${stored[0]?.storage_name ?? "no name"}`,
  );
}
