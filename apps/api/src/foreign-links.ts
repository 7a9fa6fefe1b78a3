/** Links in what a colleague writes to a customer: those to another site than our own are how people are robbed. Pure. */

/** How an address reads after what the eye does not see is gone: joined letters taken apart, invisible ones left out. */
const plainly = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll("。", ".")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");

const WITH_SCHEME = /[a-z][a-z0-9+.-]*:[/\\]{2}[^\s<>"]+/giu;
const MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?![\p{L}\p{N}/:@?#-])/gu;
const BARE = /(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?![\p{L}\p{N}])|\d{1,3}(?:\.\d{1,3}){3}(?!\d)/giu;
/** Endings of addresses that are used to rob people, however they are written. */
const ENDINGS = new Set(
  "com net org info biz ng io co me ly app xyz link site online shop top live dev page africa click store club vip cc tk".split(
    " ",
  ),
);
/** Names of files, which no program takes for addresses. */
const FILES = new Set(["pdf", "png", "jpg", "jpeg", "csv", "xls", "xlsx", "doc", "docx", "txt"]);

/** The host of an address, in small letters and as it is looked up; undefined where it has none. */
function hostOf(address: string): string | undefined {
  try {
    const { protocol, hostname } = new URL(address);
    return protocol === "http:" || protocol === "https:" ? hostname.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The addresses in a text that do not lead to our own site: with or without `https://`, as programs for mail and messages make links of them.
 * Addresses of mail are none.
 * @param public_url our own site
 */
export function foreignLinks(text: string, public_url: string): string[] {
  const own = hostOf(public_url);
  const said = plainly(text);
  const whole = (said.match(WITH_SCHEME) ?? []).filter((address) => {
    const host = hostOf(address);
    return host === undefined || (host !== own && host !== `www.${own}`);
  });
  const rest = said.replaceAll(WITH_SCHEME, " ").replaceAll(MAIL, " ");
  const isOwn = (host: string | undefined) => host === own || host === `www.${own}`;
  const bare = (rest.match(BARE) ?? []).filter((address) => {
    const ending = address.split(".").at(-1)!;
    // A missing space after a full stop makes no address.
    const isSentence = /^\p{Lu}\p{Ll}+$/u.test(ending) && !ENDINGS.has(ending.toLowerCase());
    return !isOwn(hostOf(`https://${address}`)) && !isSentence && !FILES.has(ending.toLowerCase());
  });
  return [...new Set([...whole, ...bare])];
}
