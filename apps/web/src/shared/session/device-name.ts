/** Most particular first: every browser also names those it is descended from. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ["Edge", /Edg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /OPR\/(\d+)|Opera Mini\/(\d+)/],
  ["Samsung Internet", /SamsungBrowser\/(\d+)/],
  ["Firefox", /(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ["Safari", /Version\/(\d+).*Safari/],
];
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ["an iPhone", /iPhone/],
  ["an iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["a Mac", /Macintosh|Mac OS/],
  ["Linux", /Linux|X11/],
];

/** What a browser says of itself, in words that its owner would use: `Chrome 150 on Linux`. What is not understood stays as it is. */
export function deviceName(agent: string): string {
  const browser = browsers.flatMap(([name, mark]) => {
    const found = mark.exec(agent);
    return found ? [`${name} ${found.slice(1).find(Boolean) ?? ""}`.trim()] : [];
  })[0];
  const system = systems.find(([, mark]) => mark.test(agent))?.[0];
  return browser ? (system ? `${browser} on ${system}` : browser) : agent;
}
