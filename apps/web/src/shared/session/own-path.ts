/**
 * Tells whether a redirect stays on our own pages. Anything with a host, a scheme or a trick (`//`, `/\`, control
 * characters) does not.
 */
export function isOwnPath(text: string | null | undefined): text is string {
  if (!text || text.length > 2_000 || !text.startsWith("/") || /^\/[/\\]/.test(text)) return false;
  // Control characters are removed by browsers before they read an address: "/\t/evil" would become "//evil".
  if (/[\u0000-\u001f\u007f\\]/.test(text)) return false;
  return new URL(text, "https://own.invalid").host === "own.invalid";
}
