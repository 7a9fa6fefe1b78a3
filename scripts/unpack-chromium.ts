/** Unpacks Chromium's headless shell from its npm package into TMPDIR: a process of its own, because the package changes the environment. */
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
