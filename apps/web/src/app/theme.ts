/**
 * The design language's tokens, written once. One accent, a deep copper (a manilla was a copper bracelet used as money);
 * warm greys; colours with a meaning only for status. Every pair of text and ground is at least 4.5 : 1 in both schemes.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const copper: MantineColorsTuple = [
  "#fbf3ec",
  "#f6e3d5",
  "#efcbb1",
  "#e7b48f",
  "#e09a6a",
  "#cf7f49",
  "#b9662f",
  "#9f5322",
  "#8a4519",
  "#6d3412",
];
const gray: MantineColorsTuple = [
  "#faf9f7",
  "#f3f1ed",
  "#e9e6e0",
  "#dbd7cf",
  "#bdb7ad",
  "#8f8980",
  "#6b665f",
  "#504c46",
  "#35322e",
  "#211f1c",
];
const dark: MantineColorsTuple = [
  "#edebe8",
  "#cfcbc5",
  "#a8a29b",
  "#87817a",
  "#4b4742",
  "#3a3733",
  "#2b2926",
  "#1b1a18",
  "#141312",
  "#0d0c0c",
];

/** The provider's brand may replace this one colour. */
export const ACCENT = "copper";

const FONT =
  '"Inter Manilla", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

export const theme = createTheme({
  colors: { copper, gray, dark },
  primaryColor: ACCENT,
  primaryShade: 8,
  autoContrast: true,
  white: "#ffffff",
  black: "#211f1c",
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontFamily: FONT, fontWeight: "640" },
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  spacing: { xs: "0.25rem", sm: "0.5rem", md: "0.75rem", lg: "1rem", xl: "1.5rem" },
  radius: { xs: "2px", sm: "4px", md: "6px", lg: "8px", xl: "12px" },
  shadows: { md: "0 8px 24px rgb(33 31 28 / 12%)" },
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    // The hint is below its field, so that fields beside one another align with and without a hint.
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Popover: { defaultProps: { shadow: "md", transitionProps: { duration: 80 } } },
  },
});

/**
 * What our own style sheets use. The eight colours of charts keep apart for the colour-blind as well (the smallest distance of any two is 9.3 in
 * OKLab × 100) and are 3 : 1 on the surface; what has an order (days late) takes the ramp. Each has a value for light and for dark. */
export const tokens = {
  light: {
    "--canvas": "#faf9f7",
    "--surface": "#ffffff",
    "--raised": "#ffffff",
    "--hover": "#f3f1ed",
    "--selected": "#fbf3ec",
    "--line": "#e9e6e0",
    "--line-strong": "#c9c4ba",
    "--text": "#211f1c",
    "--muted": "#6b665f",
    "--accent": "#8a4519",
    "--accent-soft": "#fbf3ec",
    "--focus": "#8a4519",
    "--field-line": "#8f8980",
    "--neutral-text": "#504c46",
    "--neutral-ground": "#efedea",
    "--info-text": "#1b4f8a",
    "--info-ground": "#e6effa",
    "--warning-text": "#7a4a00",
    "--warning-ground": "#fdf1d8",
    "--success-text": "#1d5f3a",
    "--success-ground": "#e6f3ea",
    "--danger-text": "#8a1f1f",
    "--danger-ground": "#fbeaea",
    "--chart-1": "#b9662f",
    "--chart-2": "#11777f",
    "--chart-3": "#4947a3",
    "--chart-4": "#523106",
    "--chart-5": "#a263c0",
    "--chart-6": "#61978b",
    "--chart-7": "#21385b",
    "--chart-8": "#963f38",
    "--ramp-1": "#e8bb98",
    "--ramp-2": "#d48f5f",
    "--ramp-3": "#a95822",
    "--ramp-4": "#5f2c0e",
    "--chart-grid": "#eeebe6",
  },
  dark: {
    "--canvas": "#1b1a18",
    "--surface": "#211f1d",
    "--raised": "#2b2926",
    "--hover": "#2b2926",
    "--selected": "#33271f",
    "--line": "#3a3733",
    "--line-strong": "#55504a",
    "--text": "#edebe8",
    "--muted": "#a8a29b",
    "--accent": "#e09a6a",
    "--accent-soft": "#33271f",
    "--focus": "#e09a6a",
    "--field-line": "#87817a",
    "--neutral-text": "#cfcbc5",
    "--neutral-ground": "#33302d",
    "--info-text": "#9cc4f2",
    "--info-ground": "#1c2d42",
    "--warning-text": "#ecc479",
    "--warning-ground": "#3a2e14",
    "--success-text": "#8fd3a8",
    "--success-ground": "#1d3226",
    "--danger-text": "#f3a8a3",
    "--danger-ground": "#3d2020",
    "--chart-1": "#e09a6a",
    "--chart-2": "#45c3b3",
    "--chart-3": "#9896e4",
    "--chart-4": "#767927",
    "--chart-5": "#e3b2fb",
    "--chart-6": "#c5e1c0",
    "--chart-7": "#277cae",
    "--chart-8": "#ab8177",
    "--ramp-1": "#694b38",
    "--ramp-2": "#96623f",
    "--ramp-3": "#c98655",
    "--ramp-4": "#f4c6a5",
    "--chart-grid": "#302d2a",
  },
} as const;

/** Hands the tokens to the style sheets and bends the kit's own variables to them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    "--row-compact": "28px",
    "--row-regular": "36px",
    "--row-relaxed": "48px",
    "--sidebar-width": "244px",
    "--navbar-height": "52px",
    "--fast": "120ms",
  },
  light: {
    ...tokens.light,
    "--mantine-color-body": tokens.light["--canvas"],
    "--mantine-color-text": tokens.light["--text"],
    "--mantine-color-dimmed": tokens.light["--muted"],
    "--mantine-color-error": tokens.light["--danger-text"],
    "--mantine-color-anchor": tokens.light["--accent"],
    "--mantine-color-default-border": tokens.light["--line-strong"],
    "--mantine-color-placeholder": tokens.light["--muted"],
    "--mantine-color-default": tokens.light["--surface"],
  },
  dark: {
    ...tokens.dark,
    "--mantine-color-body": tokens.dark["--canvas"],
    "--mantine-color-text": tokens.dark["--text"],
    "--mantine-color-dimmed": tokens.dark["--muted"],
    "--mantine-color-error": tokens.dark["--danger-text"],
    "--mantine-color-anchor": tokens.dark["--accent"],
    "--mantine-color-default-border": tokens.dark["--line-strong"],
    "--mantine-color-placeholder": tokens.dark["--muted"],
    "--mantine-color-default": tokens.dark["--surface"],
  },
});
