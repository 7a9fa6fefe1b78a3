/** Text that is already HTML; everything else is escaped where it is put into a page. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | readonly Part[];

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

function render(part: Part): string {
  if (typeof part === "string") return escape(part);
  if (typeof part === "number") return String(part);
  if ("markup" in part) return part.markup;
  return part.map(render).join("");
}

/** A template whose values are escaped unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...values: Part[]): Markup => ({
  markup: texts.reduce((whole, text, index) => whole + render(values[index - 1] ?? "") + text),
});

/** Kobo as people read it: ₦1,234.50. */
export const naira = (kobo: number): string =>
  `${kobo < 0 ? "−" : ""}₦${(Math.abs(kobo) / 100).toLocaleString("en-NG", { minimumFractionDigits: 2 })}`;

const inWords = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
/** A date in words. */
export const longDate = (date: string): string => inWords.format(new Date(`${date}T00:00:00Z`));

/** A moment on the clock in Lagos. */
export const shortTime = (moment: string): string =>
  new Date(Date.parse(moment) + 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/** A table; a head that begins with "#" is of figures. @param empty shown without rows */
export function table(heads: readonly string[], rows: readonly Markup[], empty = ""): Markup {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  const cells = heads.map((head) =>
    head.startsWith("#") ? html`<th class="figure">${head.slice(1)}</th>` : html`<th>${head}</th>`,
  );
  return html`<table>
    <thead>
      <tr>
        ${cells}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** What an act did, above the page that follows it. */
export const notice = (said: string | undefined): Part => (said ? html`<p class="said" role="status">${said}</p>` : "");

const LINKS = [
  ["/", "Control"],
  ["/inbox", "Inbox"],
  ["/people", "People"],
  ["/cards", "Cards"],
  ["/shops", "Shops"],
  ["/bank", "Bank"],
  ["/phone", "Phone"],
  ["/events", "Webhooks"],
] as const;

/** A whole page. `isBare` leaves the navigation out: pages of another company. */
export function page(title: string, body: Markup, options: { path?: string; isBare?: boolean } = {}): string {
  const links = LINKS.map(
    ([href, name]) => html`<a href="${href}" ${href === options.path ? html`aria-current="page"` : ""}>${name}</a>`,
  );
  const navigation = options.isBare ? "" : html`<nav aria-label="Sandbox">${links}</nav>`;
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        <script src="/script.js" defer></script>
      </head>
      <body class="${options.isBare ? "bare" : ""}">
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <div class="bar">
            <a class="brand" href="/">${options.isBare ? "Sandbox" : "Manilla sandbox"}</a>${navigation}
          </div>
        </header>
        <main id="main">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.markup
  }`;
}
