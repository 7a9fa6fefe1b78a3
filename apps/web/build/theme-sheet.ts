import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { cssVariables, theme } from "../src/app/theme.ts";

const SHEET = "virtual:theme.css";

/** The kit works its variables out of the theme in the browser, each time a page opens. The theme does not change: here that is done once. */
const sheet = (): string => {
  const markup = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables, withGlobalClasses: false }),
  );
  const [, css = ""] = /<style[^>]*>([\s\S]*?)<\/style>/.exec(markup) ?? [];
  if (css === "") throw new Error("The kit made no variables of the theme: has MantineProvider changed?");
  return css;
};

/** The theme's variables as a style sheet (`virtual:theme.css`); what made them in the browser is left out of the bundle. */
export const themeSheet = (): Plugin => ({
  name: "theme-sheet",
  enforce: "pre",
  resolveId: (id) => (id === SHEET ? `\0${SHEET}` : undefined),
  load(id) {
    if (id === `\0${SHEET}`) return sheet();
    const [, name] = /MantineProvider\/(MantineCssVariables|MantineClasses)\/\1\.mjs$/.exec(id) ?? [];
    return name ? `export const ${name} = () => null;` : undefined;
  },
});
