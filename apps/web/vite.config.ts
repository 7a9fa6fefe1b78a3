import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const API = process.env["API_ADDRESS"] ?? "http://127.0.0.1:4400";

/** React and the router change rarely: a chunk of their own stays in the browser's cache over many releases. */
const vendor = /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser)\//;

/** The kit's palette has fourteen colours in ten shades and four uses each; the design language has five of them. */
const unusedColours = /(?<=[{;\s])--mantine-color-(?:blue|cyan|grape|indigo|lime|orange|pink|teal|violet|yellow)-[\w-]+:[^;}]*;?/g;
const withoutUnusedColours: Plugin = {
  name: "without-unused-colours",
  enforce: "pre",
  transform: (code, id) => (id.includes("default-css-variables.css") ? { code: code.replace(unusedColours, ""), map: null } : undefined),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutUnusedColours],
  server: { port: 4401, proxy: { "/api": { target: API, changeOrigin: false } } },
  build: {
    outDir: "dist",
    target: "es2023",
    manifest: true,
    // No inlined scripts or data addresses: the content security policy allows only files of our own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { advancedChunks: { groups: [{ name: "vendor", test: vendor, priority: 10 }] } } },
  },
});
